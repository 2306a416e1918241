//! What a bot that dials in is asked.

use std::{collections::HashMap, time::Duration};

use crate::v1;

/// A decision to make: what a person in that seat would be sent.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct BotTurn {
    /// The same however often the decision is asked for.
    pub turn_id: String,
    /// The match.
    pub match_id: String,
    /// Id of the game.
    pub game: String,
    /// The version whose rules hold in this match.
    pub game_version: String,
    /// The match's options, as JSON.
    pub options: String,
    /// How many seats the match has.
    pub seats: i32,
    /// The bot's own.
    pub seat: i32,
    /// What it sees, as JSON.
    pub view: String,
    /// All that the seat was ever told, as JSON, oldest first.
    pub entries: Vec<String>,
    /// So many of them, the last ones, since this seat's last turn.
    pub new: usize,
    /// What may be answered; never empty.
    pub legal: v1::LegalActions,
    /// How long the server waits for the answer.
    pub left: Duration,
}

/// What each seat was told so far by one connection; of so many seats, the longest unused are forgotten.
#[derive(Debug)]
pub(crate) struct Journals {
    most: usize,
    told: HashMap<(String, i32), Journal>,
    used: u64,
}

#[derive(Debug)]
struct Journal {
    entries: Vec<String>,
    used: u64,
}

impl Journals {
    pub(crate) fn new(most: usize) -> Self {
        Self { most, told: HashMap::new(), used: 0 }
    }

    /// A new connection tells everything anew.
    pub(crate) fn clear(&mut self) {
        self.told.clear();
    }

    /// Nothing more is told to a seat.
    pub(crate) fn remove(&mut self, match_id: &str, seat: i32) {
        self.told.remove(&(match_id.to_owned(), seat));
    }

    /// The turn with all entries; none if what came before is forgotten.
    pub(crate) fn turn_of(&mut self, request: v1::TurnRequest) -> Option<BotTurn> {
        let key = (request.match_id.clone(), request.seat);
        let mut entries = match self.told.remove(&key) {
            _ if request.from_start => Vec::new(),
            Some(before) => before.entries,
            None => return None,
        };
        let new = request.entries.len();
        entries.extend(request.entries);
        self.used += 1;
        self.told.insert(key, Journal { entries: entries.clone(), used: self.used });
        self.forget_the_oldest();
        Some(BotTurn {
            turn_id: request.turn_id,
            match_id: request.match_id,
            game: request.game,
            game_version: request.game_version,
            options: request.options,
            seats: request.seats,
            seat: request.seat,
            view: request.view,
            entries,
            new,
            legal: request.legal.unwrap_or_default(),
            left: Duration::from_millis(u64::try_from(request.left_milliseconds).unwrap_or(0)),
        })
    }

    fn forget_the_oldest(&mut self) {
        if self.told.len() > self.most
            && let Some(oldest) = self.told.iter().min_by_key(|(_, journal)| journal.used).map(|(key, _)| key.clone())
        {
            self.told.remove(&oldest);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(match_id: &str, entries: &[&str], from_start: bool) -> v1::TurnRequest {
        let entries = entries.iter().map(ToString::to_string).collect();
        v1::TurnRequest { match_id: match_id.to_owned(), entries, from_start, ..v1::TurnRequest::default() }
    }

    #[test]
    fn a_turn_has_all_that_the_seat_was_ever_told() {
        let mut journals = Journals::new(10);
        journals.turn_of(asked("m", &["a", "b"], true)).expect("it begins");
        let turn = journals.turn_of(asked("m", &["c"], false)).expect("it goes on");
        assert_eq!((turn.entries, turn.new), (vec!["a".to_owned(), "b".to_owned(), "c".to_owned()], 1));
    }

    #[test]
    fn what_was_told_before_isnt_told_twice_after_a_new_start() {
        let mut journals = Journals::new(10);
        journals.turn_of(asked("m", &["a"], true)).expect("it begins");
        let turn = journals.turn_of(asked("m", &["a", "b"], true)).expect("it begins again");
        assert_eq!(turn.entries, ["a", "b"]);
    }

    #[test]
    fn the_seat_longest_unused_is_forgotten_first() {
        let mut journals = Journals::new(2);
        for id in ["m", "n"] {
            journals.turn_of(asked(id, &[], true)).expect("it begins");
        }
        journals.turn_of(asked("m", &[], false)).expect("it goes on");
        journals.turn_of(asked("o", &[], true)).expect("it begins");
        assert!(journals.turn_of(asked("n", &[], false)).is_none());
        assert!(journals.turn_of(asked("m", &[], false)).is_some());
    }
}
