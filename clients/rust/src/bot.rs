use std::{error::Error as StdError, fmt, future::Future, time::Duration};

use tonic::transport::Channel;

use crate::{
    BotTurn, Error, Refused, Token,
    connection::{Attempts, Connection},
    serving::Serving,
    v1::{self, Hello, bot_service_client::BotServiceClient},
};

/// Why a bot has no answer. It stays on this machine: the server is told no more than that there is none.
pub type Failure = Box<dyn StdError + Send + Sync>;

/// What becomes of a bot that serves.
#[derive(Debug)]
#[non_exhaustive]
pub enum BotEvent {
    /// The connection has changed.
    Connection(Connection),
    /// The bot has decided.
    Answered {
        /// On this.
        turn: BotTurn,
        /// The code of what it plays.
        action: i32,
        /// How long it took.
        took: Duration,
    },
    /// A turn was asked that the bot is at, or has answered before: that answer is sent again.
    AskedAgain(BotTurn),
    /// The bot has no answer, or one that isn't legal; a stand-in makes the decision.
    Failed {
        /// On this.
        turn: BotTurn,
        /// What went wrong.
        failure: Failure,
    },
    /// A turn need not be answered any more.
    Cancelled {
        /// Which.
        turn_id: String,
        /// Its time was up.
        late: bool,
    },
    /// An answer doesn't count.
    Refused {
        /// The turn's.
        turn_id: String,
        /// Why.
        refused: Refused,
    },
    /// A match is over.
    Over {
        /// The match.
        match_id: String,
        /// The bot's seat.
        seat: i32,
        /// None: it was called off.
        outcome: Option<v1::Outcome>,
    },
}

pub(crate) type Listener = Box<dyn FnMut(BotEvent) + Send>;

/// A bot to be, made by [`Client::bot`](crate::Client::bot).
#[must_use]
pub struct BotBuilder {
    bots: BotServiceClient<Channel>,
    hello: Hello,
    attempts: Attempts,
    listener: Listener,
}

impl fmt::Debug for BotBuilder {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("BotBuilder").field("name", &self.hello.name).finish_non_exhaustive()
    }
}

impl BotBuilder {
    pub(crate) fn new(bots: BotServiceClient<Channel>, name: String, token: &Token, attempts: Attempts) -> Self {
        let bot_token = token.as_bytes().to_vec();
        let hello = Hello { name, version: String::new(), games: Vec::new(), concurrency: 1, bot_token };
        Self { bots, hello, attempts, listener: Box::new(|_| {}) }
    }

    /// Ids of the games that it plays.
    pub fn games<Game: Into<String>>(mut self, games: impl IntoIterator<Item = Game>) -> Self {
        self.hello.games = games.into_iter().map(Into::into).collect();
        self
    }

    /// The bot's own version, for lists and logs.
    pub fn version(mut self, version: impl Into<String>) -> Self {
        self.hello.version = version.into();
        self
    }

    /// How many turns it takes at once, 1 to 256; 1 unless told otherwise.
    pub fn concurrency(mut self, turns: u8) -> Self {
        self.hello.concurrency = turns.into();
        self
    }

    /// Hear what becomes of it. The listener is called on the way, so it shouldn't keep anybody waiting.
    pub fn on_event(mut self, listener: impl FnMut(BotEvent) + Send + 'static) -> Self {
        self.listener = Box::new(listener);
        self
    }

    /// Have `decide` answer what the server asks with the code of a legal action, until `leave` is done; then the turns under
    /// way are answered, no others are taken, and it ends.
    ///
    /// A decision is made once: whoever asks for it again, after a lost connection or a restart of the server, gets the
    /// answer that was given, or the one that is being thought about. `decide` runs as a task of its own for each turn, and
    /// is dropped if the turn need not be answered any more; what computes for long belongs into
    /// [`spawn_blocking`](tokio::task::spawn_blocking).
    ///
    /// Fails with [`Error::TakenOver`] if another connection serves this bot, [`Error::Refused`] if the server doesn't take
    /// it, and [`Error::ConnectionLost`] if the server was away for longer than the client's `max_wait`.
    pub async fn serve<Decide, Deciding, Problem>(
        self,
        decide: Decide,
        leave: impl Future<Output = ()>,
    ) -> Result<(), Error>
    where
        Decide: Fn(BotTurn) -> Deciding,
        Deciding: Future<Output = Result<i32, Problem>> + Send + 'static,
        Problem: Into<Failure>,
    {
        let decide = move |turn| {
            let deciding = decide(turn);
            async move { deciding.await.map_err(Into::into) }
        };
        Serving::new(self.hello, decide, self.listener, self.attempts).run(self.bots, leave).await
    }
}
