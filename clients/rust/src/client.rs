use std::{error::Error as _, future::Future, sync::Arc, time::Duration};

use tokio::{
    sync::watch,
    task::AbortHandle,
    time::{Instant, sleep, timeout_at},
};
use tonic::{Code, Response, Status, transport::Channel};

use crate::{
    Error, Seat, Token,
    bot::BotBuilder,
    channel::Builder,
    connection::{Attempts, Backoff, Connection},
    link::{Hub, Link},
    v1::{
        self, JoinMatchRequest, Reason, Wants, bot_service_client::BotServiceClient,
        game_service_client::GameServiceClient, match_service_client::MatchServiceClient,
    },
};

/// The longest message taken: a record may be longer than gRPC's default of 4 MiB.
const MESSAGE_BYTES: usize = 64 << 20;

/// A server, and any number of seats and bots on it. Clones are the same client.
#[derive(Clone, Debug)]
pub struct Client {
    channel: Channel,
    hub: Arc<Hub>,
    connection: watch::Receiver<Connection>,
    patience: Duration,
    backoff: Backoff,
    max_wait: Option<Duration>,
    keeper: Arc<Keeper>,
}

/// Ends the connection with the last that needs it.
#[derive(Debug)]
pub(crate) struct Keeper(AbortHandle);

impl Drop for Keeper {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// A seat that was taken.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Joined {
    /// The match, as everybody may know it.
    pub game_match: v1::Match,
    /// The seat of the code.
    pub seat: i32,
    /// Proves the seat: keep it to come back.
    pub token: Token,
}

impl Client {
    /// A client of the server at `host:port`: in plain text on this machine, and elsewhere with TLS and the authorities that
    /// the system trusts. [`Client::builder`] has other ways.
    ///
    /// Nothing is sent before it is needed. To be called from a Tokio runtime.
    pub fn connect(target: impl Into<String>) -> Result<Self, Error> {
        Self::builder(target).connect()
    }

    /// A client of the server at `host:port`, with settings.
    pub fn builder(target: impl Into<String>) -> Builder {
        Builder::new(target.into())
    }

    pub(crate) fn new(channel: Channel, patience: Duration, backoff: Backoff, max_wait: Option<Duration>) -> Self {
        let hub = Hub::new();
        let (tell, connection) = watch::channel(Connection::Idle);
        let matches = MatchServiceClient::new(channel.clone()).max_decoding_message_size(MESSAGE_BYTES);
        let link = Link::new(Arc::clone(&hub), matches, backoff, max_wait, tell);
        let keeper = Arc::new(Keeper(tokio::spawn(link.run()).abort_handle()));
        Self { channel, hub, connection, patience, backoff, max_wait, keeper }
    }

    /// How the connection for seats is; a receiver hears of every change.
    #[must_use]
    pub fn connection(&self) -> watch::Receiver<Connection> {
        self.connection.clone()
    }

    /// The calls about games.
    #[must_use]
    pub fn games(&self) -> GameServiceClient<Channel> {
        GameServiceClient::new(self.channel.clone()).max_decoding_message_size(MESSAGE_BYTES)
    }

    /// The calls about matches.
    #[must_use]
    pub fn matches(&self) -> MatchServiceClient<Channel> {
        MatchServiceClient::new(self.channel.clone()).max_decoding_message_size(MESSAGE_BYTES)
    }

    /// The calls about bots.
    #[must_use]
    pub fn bots(&self) -> BotServiceClient<Channel> {
        BotServiceClient::new(self.channel.clone()).max_decoding_message_size(MESSAGE_BYTES)
    }

    /// The answer to a unary call, which is made again while the server is away or makes us wait, for as long as the client
    /// is patient. It has to be one that may be made twice; by their request ids and tokens, all of Undercroft's are.
    ///
    /// ```no_run
    /// # async fn example(client: undercroft_client::Client) -> Result<(), undercroft_client::Error> {
    /// use undercroft_client::v1::GetMatchRequest;
    ///
    /// let request = GetMatchRequest { match_id: "…".to_owned() };
    /// let answer = client.call(request, async |request| client.matches().get_match(request).await).await?;
    /// # Ok(())
    /// # }
    /// ```
    pub async fn call<Request, Answer, Call, Answering>(&self, request: Request, call: Call) -> Result<Answer, Error>
    where
        Request: Clone,
        Call: Fn(Request) -> Answering,
        Answering: Future<Output = Result<Response<Answer>, Status>>,
    {
        let end = Instant::now() + self.patience;
        let mut attempts = Attempts::new(self.backoff.within(self.patience), None);
        let mut why = None;
        loop {
            let error = match timeout_at(end, call(request.clone())).await {
                Ok(Ok(response)) => return Ok(response.into_inner()),
                Ok(Err(status)) => passing(status)?,
                Err(_) => return Err(why.unwrap_or_else(|| lost("the server didn't answer in time"))),
            };
            let told = error.refused().map(crate::Refused::retry_after).unwrap_or_default();
            let delay = attempts.next(told).map_or(self.backoff.most, |(delay, _)| delay);
            if Instant::now() + delay >= end {
                return Err(error);
            }
            why = Some(error);
            sleep(delay).await;
        }
    }

    /// Take a seat with a join code, under a name of 1 to 40 characters and with a new token.
    pub async fn join(&self, code: impl Into<String>, name: impl Into<String>) -> Result<Joined, Error> {
        self.join_with(code, name, Token::new()).await
    }

    /// Take a seat with a join code and a token of one's own: the same again gives the same answer.
    pub async fn join_with(
        &self,
        code: impl Into<String>,
        name: impl Into<String>,
        token: Token,
    ) -> Result<Joined, Error> {
        let request = JoinMatchRequest {
            code: code.into(),
            name: name.into(),
            seat_token: token.as_bytes().to_vec(),
            entropy_hash: Vec::new(),
        };
        let answer = self.call(request, async |request| self.matches().join_match(request).await).await?;
        let game_match = answer.r#match.ok_or_else(|| Error::Protocol("no match in the answer".to_owned()))?;
        Ok(Joined { game_match, seat: answer.seat, token })
    }

    /// Follow a match from the seat that a token proves, and play for it.
    ///
    /// Nothing is awaited: what the server thinks of it shows when the seat is used.
    pub fn seat(&self, match_id: impl Into<String>, token: Token) -> Result<Seat, Error> {
        self.follow(match_id.into(), Some(token), Wants::default(), 0)
    }

    /// The same with pictures, sentences or labels, and only the facts after number `since`.
    pub fn seat_with(
        &self,
        match_id: impl Into<String>,
        token: Token,
        wants: Wants,
        since: u64,
    ) -> Result<Seat, Error> {
        self.follow(match_id.into(), Some(token), wants, since)
    }

    /// Follow a match as somebody who sits nowhere.
    pub fn watch(&self, match_id: impl Into<String>, wants: Wants) -> Result<Seat, Error> {
        self.follow(match_id.into(), None, wants, 0)
    }

    /// A bot of one's own, which others seat as `@name`. The token proves that the name is its author's: keep it.
    pub fn bot(&self, name: impl Into<String>, token: &Token) -> BotBuilder {
        BotBuilder::new(self.bots(), name.into(), token, Attempts::new(self.backoff, self.max_wait))
    }

    fn follow(&self, match_id: String, token: Option<Token>, wants: Wants, since: u64) -> Result<Seat, Error> {
        let (key, changed) = self.hub.change(|play| {
            let key = play.add(match_id.clone(), token, wants, since)?;
            let changed = play.subscription(key).ok_or(Error::Closed)?.changed.subscribe();
            Ok::<_, Error>((key, changed))
        })?;
        Ok(Seat::new(Arc::clone(&self.hub), key, match_id, changed, Arc::clone(&self.keeper)))
    }
}

/// What to say if there is no time for another attempt; or, as failure, that there is no sense in one.
fn passing(status: Status) -> Result<Error, Error> {
    // One with a source never was the server's: a connection that is cut in the middle of a call is `Unknown` to tonic.
    let transient = matches!(status.code(), Code::Unavailable | Code::Cancelled) || status.source().is_some();
    match status.into() {
        Error::Refused(refused) if transient || refused.reason == Reason::RateLimited => Ok(refused.into()),
        Error::CallFailed { message, .. } if transient => Ok(lost(&format!("the server can't be reached: {message}"))),
        error => Err(error),
    }
}

fn lost(why: &str) -> Error {
    Error::ConnectionLost(why.to_owned())
}
