//! Keeps the Play stream up: opens it, writes, reads, and makes it anew when it is lost.

use std::{
    convert::Infallible,
    future::pending,
    pin::pin,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use prost::Message;
use tokio::{
    select,
    sync::{Notify, mpsc, watch},
    time::{Instant, sleep, timeout_at},
};
use tokio_stream::wrappers::ReceiverStream;
use tonic::{Streaming, transport::Channel};

use crate::{
    Error,
    connection::{Attempts, Backoff, Connection},
    play::{Play, Then},
    v1::{self, match_service_client::MatchServiceClient},
};

/// A frame isn't made longer than this: half of what a server takes as one message.
const FRAME_BYTES: usize = 1 << 17;

/// A frame holds no more commands: a quarter of what a server takes.
const FRAME_COMMANDS: usize = 1_000;

/// What seats and their connection share.
#[derive(Debug)]
pub(crate) struct Hub {
    play: Mutex<Play>,
    wake: Notify,
}

impl Hub {
    pub(crate) fn new() -> Arc<Self> {
        Arc::new(Self { play: Mutex::new(Play::new()), wake: Notify::new() })
    }

    /// Look at what is under way, without a change that the connection has to hear of.
    pub(crate) fn look(&self) -> MutexGuard<'_, Play> {
        self.play.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Change what is under way, and let the connection look at it.
    pub(crate) fn change<T>(&self, change: impl FnOnce(&mut Play) -> T) -> T {
        let result = change(&mut self.look());
        self.wake.notify_one();
        result
    }

    async fn until(&self, ready: impl Fn(&Play) -> bool) {
        while !ready(&self.look()) {
            self.wake.notified().await;
        }
    }
}

/// How a stream ended.
enum End {
    Lost(Error),
    /// The server is going, and wants so long a pause.
    Goodbye(Duration),
}

/// The one Play stream of a client.
pub(crate) struct Link {
    pub(crate) hub: Arc<Hub>,
    pub(crate) matches: MatchServiceClient<Channel>,
    pub(crate) backoff: Backoff,
    pub(crate) tell: watch::Sender<Connection>,
    attempts: Attempts,
    ever: bool,
    up: bool,
}

impl Link {
    pub(crate) fn new(
        hub: Arc<Hub>,
        matches: MatchServiceClient<Channel>,
        backoff: Backoff,
        max_wait: Option<Duration>,
        tell: watch::Sender<Connection>,
    ) -> Self {
        Self { hub, matches, backoff, tell, attempts: Attempts::new(backoff, max_wait), ever: false, up: false }
    }

    /// Keep the stream up while somebody needs it.
    pub(crate) async fn run(mut self) {
        loop {
            self.hub.until(Play::is_needed).await;
            let end = self.connection().await;
            self.up = false;
            let needed = self.hub.look().is_needed();
            if needed {
                self.wait(end).await;
            } else {
                self.tell.send_replace(Connection::Idle);
            }
        }
    }

    /// One connection from open to end.
    async fn connection(&mut self) -> End {
        let hub = Arc::clone(&self.hub);
        let (sender, receiver) = mpsc::channel(1);
        let (mut frames, pause) = {
            // In a scope of its own: once the server is going, nothing more is written, and our side is closed.
            let mut writing = pin!(write(&hub, sender));
            let mut matches = self.matches.clone();
            let mut frames = select! {
                opened = matches.play(ReceiverStream::new(receiver)) => match opened {
                    Ok(response) => response.into_inner(),
                    Err(status) => return End::Lost(status.into()),
                },
                never = &mut writing => match never {},
            };
            let end = select! {
                end = self.read(&mut frames) => end,
                never = &mut writing => match never {},
            };
            match end {
                End::Goodbye(pause) => (frames, pause),
                lost @ End::Lost(_) => return lost,
            }
        };
        self.drain(&mut frames, pause).await
    }

    async fn read(&mut self, frames: &mut Streaming<v1::PlayResponse>) -> End {
        loop {
            match frames.message().await {
                Ok(Some(frame)) => {
                    self.connected();
                    if let Some(pause) = self.receive(frame) {
                        return End::Goodbye(pause);
                    }
                }
                Ok(None) => return End::Lost(Error::ConnectionLost("the server ended the connection".to_owned())),
                Err(status) => return End::Lost(status.into()),
            }
        }
    }

    /// Read what a server that goes still answers, for as long as it told us to wait.
    async fn drain(&mut self, frames: &mut Streaming<v1::PlayResponse>, pause: Duration) -> End {
        let end = Instant::now() + pause;
        while let Ok(Ok(Some(frame))) = timeout_at(end, frames.message()).await {
            self.receive(frame);
        }
        End::Goodbye(end.saturating_duration_since(Instant::now()))
    }

    /// Take a frame in; if the server is going, how long a pause it wants.
    fn receive(&self, frame: v1::PlayResponse) -> Option<Duration> {
        let mut pause = None;
        for event in frame.events {
            match self.hub.change(|play| play.receive(event)) {
                Then::GoOn => {}
                Then::Leave(told) => pause = told.or(pause).or(Some(Duration::ZERO)),
                Then::AskAgain(key, told) => {
                    let (hub, wait) = (Arc::clone(&self.hub), told.unwrap_or(self.backoff.most));
                    tokio::spawn(async move {
                        sleep(wait).await;
                        hub.change(|play| play.ask_again(key));
                    });
                }
            }
        }
        pause
    }

    fn connected(&mut self) {
        if !self.up {
            self.up = true;
            self.attempts.succeeded();
            self.tell.send_replace(Connection::Connected { again: self.ever });
            self.ever = true;
        }
    }

    /// Wait before the next attempt, or give up.
    async fn wait(&mut self, end: End) {
        let (error, told) = match end {
            End::Goodbye(pause) => (Error::ConnectionLost("the server is shutting down".to_owned()), pause),
            End::Lost(error) => {
                let told = error.refused().map(crate::Refused::retry_after).unwrap_or_default();
                (error, told)
            }
        };
        if error.is_hopeless() {
            self.give_up(&error);
        } else if let Some((retry_in, attempt)) = self.attempts.next(told) {
            self.tell.send_replace(Connection::Lost { retry_in, attempt, why: error.to_string() });
            sleep(retry_in).await;
        } else {
            self.give_up(&Error::ConnectionLost(format!("no connection for too long: {error}")));
        }
    }

    fn give_up(&mut self, error: &Error) {
        self.attempts.succeeded();
        self.tell.send_replace(Connection::GivenUp { why: error.to_string() });
        self.hub.change(|play| play.fail(error));
    }
}

/// The only writer of a stream.
async fn write(hub: &Hub, sender: mpsc::Sender<v1::PlayRequest>) -> Infallible {
    let mut commands = hub.look().opening();
    loop {
        for frame in frames(commands) {
            if sender.send(frame).await.is_err() {
                return pending().await; // the reader learns why
            }
        }
        hub.until(Play::is_due).await;
        commands = hub.look().take();
    }
}

/// Commands in as few frames as their size allows.
fn frames(commands: Vec<v1::PlayCommand>) -> Vec<v1::PlayRequest> {
    let mut frames = Vec::new();
    let mut frame = v1::PlayRequest::default();
    let mut size = 0;
    for command in commands {
        size += command.encoded_len();
        if !frame.commands.is_empty() && (size > FRAME_BYTES || frame.commands.len() == FRAME_COMMANDS) {
            size = command.encoded_len();
            frames.push(std::mem::take(&mut frame));
        }
        frame.commands.push(command);
    }
    if !frame.commands.is_empty() {
        frames.push(frame);
    }
    frames
}
