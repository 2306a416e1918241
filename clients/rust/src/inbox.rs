//! What one subscription has received and not handed out yet: all facts, and of everything else the newest.

use std::mem;

use crate::{
    update::Update,
    v1::{self, MatchStatus, SeatKind, fact},
};

/// Why an update can't be taken in.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Unfit {
    /// It doesn't follow on what was received before.
    #[error("facts {0} to {1} were never sent")]
    FactsMissing(u64, u64),
    #[error("{0}")]
    Nonsense(&'static str),
}

/// Merges the updates of one subscription. Nothing grows but the list of facts that nobody has taken.
#[derive(Debug, Default)]
pub(crate) struct Inbox {
    /// How many facts were received, handed out or not.
    pub(crate) seq: u64,
    /// The seq of the newest update handed out.
    pub(crate) seen: Option<u64>,
    /// Whether there is something that wasn't handed out.
    pub(crate) fresh: bool,
    /// How often the subscription was made.
    pub(crate) snapshots: u32,
    newest: Option<v1::Update>,
    taken: u64,
    facts: Vec<v1::Fact>,
    /// Facts whose state is still to come: a long list is sent in parts.
    parts: Vec<v1::Fact>,
    played: v1::Match,
    seat: i32,
}

impl Inbox {
    pub(crate) fn new(since: u64) -> Self {
        Self { seq: since, taken: since, ..Self::default() }
    }

    /// Take in a message, without what was received before; whether it brought anything new.
    pub(crate) fn receive(&mut self, mut message: v1::Update) -> Result<bool, Unfit> {
        if message.since > self.seq {
            return Err(Unfit::FactsMissing(self.seq + 1, message.since));
        }
        if message.since + message.facts.len() as u64 != message.seq {
            return Err(Unfit::Nonsense("the facts of an update don't add up to its seq"));
        }
        if message.seq < self.seq {
            return Ok(false);
        }
        if message.snapshot {
            self.snapshots += 1;
            self.played = message.r#match.take().unwrap_or_default();
            self.seat = message.seat;
        } else if self.snapshots == 0 {
            return Err(Unfit::Nonsense("the first update of a subscription was no snapshot"));
        }
        let known = usize::try_from(self.seq - message.since).unwrap_or(usize::MAX);
        let brought_facts = !message.facts.is_empty();
        self.parts.extend(mem::take(&mut message.facts).into_iter().skip(known));
        self.seq = message.seq;
        if message.status() == MatchStatus::Unspecified {
            return Ok(!brought_facts && self.parts.is_empty() && self.take_news(message));
        }
        Ok(self.take_state(message))
    }

    /// Whether the match is over, as far as was received.
    pub(crate) fn finished(&self) -> bool {
        matches!(self.played.status(), MatchStatus::Finished | MatchStatus::Aborted)
    }

    /// The seat, once a snapshot has told it.
    pub(crate) fn seat(&self) -> Option<i32> {
        (self.snapshots > 0).then_some(self.seat)
    }

    /// The seq of the newest state, and whether this seat is to act in it.
    pub(crate) fn turn(&self) -> Option<(u64, bool)> {
        self.newest.as_ref().map(|newest| (newest.seq, newest.legal.is_some()))
    }

    /// The newest update, with the facts not handed out before it; looking at it is seeing it.
    pub(crate) fn latest(&mut self) -> Option<Update> {
        let state = self.newest.as_ref()?.clone();
        self.seen = Some(state.seq);
        Some(Update::new(state, self.taken, self.facts.clone(), self.seat, self.played.clone()))
    }

    /// Hand out the newest update with every fact since the last one handed out: no fact is handed out twice.
    pub(crate) fn take(&mut self) -> Option<Update> {
        let state = self.newest.as_ref()?.clone();
        self.seen = Some(state.seq);
        self.fresh = false;
        let since = mem::replace(&mut self.taken, state.seq);
        Some(Update::new(state, since, mem::take(&mut self.facts), self.seat, self.played.clone()))
    }

    fn take_state(&mut self, mut message: v1::Update) -> bool {
        plain(&mut message);
        if let Some(before) = &self.newest {
            keep(&mut message.view, &before.view);
            keep(&mut message.board, &before.board);
            keep(&mut message.svg, &before.svg);
            keep(&mut message.presence, &before.presence);
        }
        for fact in &self.parts {
            seat_again(&mut self.played.seats, fact);
        }
        self.played.status = message.status;
        if message.outcome.is_some() {
            self.played.outcome.clone_from(&message.outcome);
        }
        let new = !self.parts.is_empty() || self.newest.as_ref() != Some(&message);
        self.facts.append(&mut self.parts);
        self.newest = Some(message);
        self.fresh |= new;
        new
    }

    /// Take in news of presence and clocks alone.
    fn take_news(&mut self, news: v1::Update) -> bool {
        let Some(newest) = &mut self.newest else {
            return false;
        };
        let clocks = mem::replace(&mut newest.clocks, news.clocks);
        let mut new = clocks != newest.clocks;
        if !news.presence.is_empty() && news.presence != newest.presence {
            newest.presence = news.presence;
            new = true;
        }
        self.fresh |= new;
        new
    }
}

/// Take out what differs between two tellings of one state.
fn plain(message: &mut v1::Update) {
    message.subscription = 0;
    message.since = message.seq;
    message.snapshot = false;
    message.r#match = None;
    message.seat = 0;
}

/// What isn't sent again is as it was.
fn keep<T: Clone + Default + PartialEq>(now: &mut T, before: &T) {
    if *now == T::default() {
        now.clone_from(before);
    }
}

/// Who sits where after a fact.
fn seat_again(seats: &mut Vec<v1::SeatInfo>, fact: &v1::Fact) {
    let (number, kind, name) = match &fact.fact {
        Some(fact::Fact::Seated(seated)) => (seated.seat, seated.kind(), &seated.name),
        Some(fact::Fact::Left(left)) => (left.seat, SeatKind::Bot, &left.stand_in),
        _ => return,
    };
    match seats.iter_mut().find(|seat| seat.seat == number) {
        Some(seat) => {
            seat.set_kind(kind);
            seat.name.clone_from(name);
        }
        None => seats.push(v1::SeatInfo { seat: number, kind: kind.into(), name: name.clone(), side: number }),
    }
}
