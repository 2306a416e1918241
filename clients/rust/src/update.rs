use crate::v1::{self, MatchStatus, fact};

/// [`Update::seat`] of somebody who watches and sits nowhere.
pub const SPECTATOR: i32 = -2;

/// The newest state of things for one seat, and the facts number `since` + 1 to `seq`.
///
/// `facts` are those since the update that was handed out before this one: none is ever left out, or told twice.
/// Everything else is the newest.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Update {
    /// How many facts this seat was told, those below included. With it the seat can be resumed elsewhere.
    pub seq: u64,
    /// How many before those below.
    pub since: u64,
    /// What this seat was told, oldest first.
    pub facts: Vec<v1::Fact>,
    /// This seat, or [`SPECTATOR`].
    pub seat: i32,
    /// What everybody may know of the match.
    pub game_match: v1::Match,
    /// How far the match has come.
    pub status: MatchStatus,
    /// Seats to act, as far as this one may know.
    pub to_act: Vec<i32>,
    /// The legal actions, if this seat is to act.
    pub legal: Option<v1::LegalActions>,
    /// What the seat sees, as JSON; empty before the start, and if not wanted.
    pub view: String,
    /// A picture of it: a JSON list of lines, each a list of [text, style]; if wanted.
    pub board: String,
    /// A drawing of it, a whole SVG document; if wanted, and if there is one.
    pub svg: String,
    /// Of all seats, if thinking time is counted.
    pub clocks: Vec<v1::Clock>,
    /// Which players are connected.
    pub presence: Vec<v1::Presence>,
    /// Once the match is finished.
    pub outcome: Option<v1::Outcome>,
}

impl Update {
    pub(crate) fn new(state: v1::Update, since: u64, facts: Vec<v1::Fact>, seat: i32, game_match: v1::Match) -> Self {
        Self {
            seq: state.seq,
            since,
            facts,
            seat,
            status: game_match.status(),
            outcome: game_match.outcome.clone(),
            game_match,
            to_act: state.to_act,
            legal: state.legal,
            view: state.view,
            board: state.board,
            svg: state.svg,
            clocks: state.clocks,
            presence: state.presence,
        }
    }

    /// Whether the match is finished or aborted.
    #[must_use]
    pub fn is_over(&self) -> bool {
        matches!(self.status, MatchStatus::Finished | MatchStatus::Aborted)
    }

    /// The entries of the game's journal among the facts, as JSON.
    pub fn entries(&self) -> impl Iterator<Item = &str> {
        self.facts.iter().filter_map(|fact| match &fact.fact {
            Some(fact::Fact::Entry(entry)) => Some(entry.as_str()),
            _ => None,
        })
    }
}
