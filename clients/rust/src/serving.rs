//! A bot of one's own that dials in and answers turns, for as long as it likes.

use std::{
    collections::{HashMap, HashSet, VecDeque},
    future::Future,
    pin::pin,
    time::{Duration, Instant},
};

use tokio::{
    select,
    sync::mpsc::{UnboundedSender, unbounded_channel},
    task::{AbortHandle, Id, JoinError, JoinSet},
    time::sleep,
};
use tokio_stream::wrappers::UnboundedReceiverStream;
use tonic::{Streaming, transport::Channel};

use crate::{
    BotEvent, BotTurn, Error, Failure, Refused,
    bot::Listener,
    connection::{Attempts, Connection},
    turns::Journals,
    v1::{
        self, Hello, Reason, bot_service_client::BotServiceClient, serve_request, serve_response::Message,
        turn_cancelled::Why,
    },
};

/// Answers kept, so that whoever asks again gets the same.
const REMEMBERED: usize = 1_024;

/// Seats whose entries are kept.
const JOURNALS: usize = 4_096;

/// How a connection ended.
enum End {
    Lost(Error, Duration),
    Left,
}

/// Keeps a Serve stream up, and has `decide` answer what is asked on it.
pub(crate) struct Serving<Decide> {
    hello: Hello,
    decide: Decide,
    listener: Listener,
    journals: Journals,
    answers: Answers,
    thoughts: JoinSet<Result<i32, Failure>>,
    /// By turn id.
    thinking: HashMap<String, AbortHandle>,
    turns: HashMap<Id, (BotTurn, Instant)>,
    /// Turns that this connection waits for.
    asked: HashSet<String>,
    ever: bool,
    attempts: Attempts,
}

impl<Decide, Deciding> Serving<Decide>
where
    Decide: Fn(BotTurn) -> Deciding,
    Deciding: Future<Output = Result<i32, Failure>> + Send + 'static,
{
    pub(crate) fn new(hello: Hello, decide: Decide, listener: Listener, attempts: Attempts) -> Self {
        Self {
            hello,
            decide,
            listener,
            journals: Journals::new(JOURNALS),
            answers: Answers::default(),
            thoughts: JoinSet::new(),
            thinking: HashMap::new(),
            turns: HashMap::new(),
            asked: HashSet::new(),
            ever: false,
            attempts,
        }
    }

    /// Serve until `leave` is done and what was asked is answered.
    pub(crate) async fn run(
        mut self,
        bots: BotServiceClient<Channel>,
        leave: impl Future<Output = ()>,
    ) -> Result<(), Error> {
        let mut leave = pin!(leave);
        loop {
            let (error, told) = match self.connection(bots.clone(), leave.as_mut()).await {
                End::Left => return Ok(()),
                End::Lost(error, told) => (error, told),
            };
            if error.is_hopeless() {
                return Err(error);
            }
            let Some((retry_in, attempt)) = self.attempts.next(told) else {
                return Err(Error::ConnectionLost(format!("no connection for too long: {error}")));
            };
            let why = error.to_string();
            (self.listener)(BotEvent::Connection(Connection::Lost { retry_in, attempt, why }));
            select! {
                () = leave.as_mut() => return Ok(()),
                () = sleep(retry_in) => {}
            }
        }
    }

    /// One connection from open to end.
    async fn connection(
        &mut self,
        mut bots: BotServiceClient<Channel>,
        mut leave: impl Future<Output = ()> + Unpin,
    ) -> End {
        self.journals.clear();
        self.asked.clear();
        let (sender, receiver) = unbounded_channel();
        send(&sender, serve_request::Message::Hello(self.hello.clone()));
        let opened = select! {
            () = &mut leave => return End::Left,
            opened = bots.serve(UnboundedReceiverStream::new(receiver)) => opened,
        };
        let frames = match opened {
            Ok(response) => response.into_inner(),
            Err(status) => return lost(status.into()),
        };
        self.converse(frames, &sender, leave).await
    }

    async fn converse(
        &mut self,
        mut frames: Streaming<v1::ServeResponse>,
        sender: &UnboundedSender<v1::ServeRequest>,
        mut leave: impl Future<Output = ()> + Unpin,
    ) -> End {
        let mut leaving = false;
        loop {
            let end = select! {
                () = &mut leave, if !leaving => {
                    leaving = true;
                    send(sender, serve_request::Message::Drain(v1::Drain {}));
                    None
                }
                Some(thought) = self.thoughts.join_next_with_id() => {
                    self.decided(thought, sender);
                    None
                }
                frame = frames.message() => match frame {
                    Ok(Some(v1::ServeResponse { message: Some(message) })) => self.receive(message, sender),
                    Ok(Some(_)) => None, // from a newer server
                    Ok(None) => Some(lost(Error::ConnectionLost("the server ended the connection".to_owned()))),
                    Err(status) => Some(lost(status.into())),
                },
            };
            match end {
                Some(_) if leaving => return End::Left,
                Some(end) => return end,
                None => {}
            }
        }
    }

    /// Take a frame in; how the connection ends with it, if it does.
    fn receive(&mut self, message: Message, sender: &UnboundedSender<v1::ServeRequest>) -> Option<End> {
        match message {
            Message::Welcome(_) => {
                self.attempts.succeeded();
                (self.listener)(BotEvent::Connection(Connection::Connected { again: self.ever }));
                self.ever = true;
            }
            Message::Turn(request) => self.take_turn(request, sender),
            Message::Cancelled(cancelled) => self.call_off(cancelled),
            Message::Over(over) => {
                self.journals.remove(&over.match_id, over.seat);
                let v1::SeatOver { match_id, seat, outcome } = over;
                (self.listener)(BotEvent::Over { match_id, seat, outcome });
            }
            Message::Refusal(refusal) => return self.refused(refusal),
            Message::Goodbye(goodbye) => {
                let milliseconds = u64::try_from(goodbye.reconnect_after_ms).unwrap_or(0);
                let error = Error::ConnectionLost("the server is shutting down".to_owned());
                return Some(End::Lost(error, Duration::from_millis(milliseconds)));
            }
        }
        None
    }

    fn refused(&mut self, refusal: v1::Refusal) -> Option<End> {
        let turn_id = refusal.command_id.clone();
        let refused = Refused::from(refusal);
        if turn_id.is_empty() {
            return Some(lost(refused.into()));
        }
        self.asked.remove(&turn_id);
        (self.listener)(BotEvent::Refused { turn_id, refused });
        None
    }

    fn take_turn(&mut self, request: v1::TurnRequest, sender: &UnboundedSender<v1::ServeRequest>) {
        let turn_id = request.turn_id.clone();
        let Some(turn) = self.journals.turn_of(request) else {
            reply(sender, v1::TurnReply { turn_id, forgotten: true, ..v1::TurnReply::default() });
            return;
        };
        if let Some(action) = self.answers.get(&turn_id) {
            (self.listener)(BotEvent::AskedAgain(turn));
            reply(sender, v1::TurnReply { turn_id, action, ..v1::TurnReply::default() });
        } else if self.thinking.contains_key(&turn_id) {
            self.asked.insert(turn_id);
            (self.listener)(BotEvent::AskedAgain(turn));
        } else {
            let thought = self.thoughts.spawn((self.decide)(turn.clone()));
            self.turns.insert(thought.id(), (turn, Instant::now()));
            self.asked.insert(turn_id.clone());
            self.thinking.insert(turn_id, thought);
        }
    }

    fn call_off(&mut self, cancelled: v1::TurnCancelled) {
        let late = cancelled.why() == Why::Late;
        let turn_id = cancelled.turn_id;
        self.asked.remove(&turn_id);
        if let Some(thought) = self.thinking.remove(&turn_id) {
            self.turns.remove(&thought.id());
            thought.abort();
        }
        (self.listener)(BotEvent::Cancelled { turn_id, late });
    }

    /// A decision was made, or couldn't be.
    fn decided(
        &mut self,
        thought: Result<(Id, Result<i32, Failure>), JoinError>,
        sender: &UnboundedSender<v1::ServeRequest>,
    ) {
        let (id, decision) = match thought {
            Ok((id, decision)) => (id, decision),
            Err(error) => (error.id(), Err(error.into())),
        };
        let Some((turn, began)) = self.turns.remove(&id) else {
            return; // called off
        };
        self.thinking.remove(&turn.turn_id);
        let mut answer = v1::TurnReply { turn_id: turn.turn_id.clone(), ..v1::TurnReply::default() };
        let event = match decision {
            Ok(action) if turn.legal.codes.contains(&action) => {
                answer.action = action;
                self.answers.keep(turn.turn_id.clone(), action);
                BotEvent::Answered { turn, action, took: began.elapsed() }
            }
            Ok(action) => {
                answer.action = -1; // the server is to count it as what it is
                BotEvent::Failed { turn, failure: format!("{action} isn't a legal action").into() }
            }
            Err(failure) => {
                answer.failed = true;
                BotEvent::Failed { turn, failure }
            }
        };
        (self.listener)(event);
        if self.asked.remove(&answer.turn_id) {
            reply(sender, answer);
        }
    }
}

/// The last answers, by turn.
#[derive(Debug, Default)]
struct Answers {
    actions: HashMap<String, i32>,
    order: VecDeque<String>,
}

impl Answers {
    fn get(&self, turn_id: &str) -> Option<i32> {
        self.actions.get(turn_id).copied()
    }

    fn keep(&mut self, turn_id: String, action: i32) {
        self.actions.insert(turn_id.clone(), action);
        self.order.push_back(turn_id);
        if self.order.len() > REMEMBERED
            && let Some(oldest) = self.order.pop_front()
        {
            self.actions.remove(&oldest);
        }
    }
}

fn lost(error: Error) -> End {
    let told = error.refused().map(Refused::retry_after).unwrap_or_default();
    match error {
        Error::Refused(refused) if refused.reason == Reason::NameTaken => {
            End::Lost(Error::TakenOver(refused.message), told)
        }
        error => End::Lost(error, told),
    }
}

fn send(sender: &UnboundedSender<v1::ServeRequest>, message: serve_request::Message) {
    let _ = sender.send(v1::ServeRequest { message: Some(message) }); // if the stream is gone, its reader learns why
}

fn reply(sender: &UnboundedSender<v1::ServeRequest>, reply: v1::TurnReply) {
    send(sender, serve_request::Message::Reply(reply));
}
