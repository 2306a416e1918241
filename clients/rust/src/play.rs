//! What goes over the Play stream: subscriptions, commands and their answers. No connection is known here.
//!
//! A connection takes [`Play::opening`] as its first commands and [`Play::take`] as the rest, and hands every event to
//! [`Play::receive`]. So all that was under way survives the loss of a connection: `opening` resumes every subscription
//! from its last fact, and repeats every unanswered command under its old id.

use std::{
    collections::{BTreeMap, HashMap},
    mem,
    time::Duration,
};

use tokio::sync::{oneshot, watch};

use crate::{
    Error, Refused, Token,
    commands::{check_size, id_of, name, plain},
    inbox::{Inbox, Unfit},
    token::random,
    v1::{self, Accepted, Reason, play_command::Command, play_event::Event, subscription_ended::Why},
};

/// Names a subscription for as long as its seat lives; its number on the stream may change.
pub(crate) type Key = u64;

/// What becomes of the connection after an event.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Then {
    GoOn,
    /// The server is going: the connection should be made anew, after this time if it was told.
    Leave(Option<Duration>),
    /// Call [`Play::ask_again`] for this subscription after this time; none: after what the connection finds fit.
    AskAgain(Key, Option<Duration>),
}

/// One seat, or spectator, followed.
#[derive(Debug)]
pub(crate) struct Subscription {
    pub(crate) inbox: Inbox,
    pub(crate) ended: Option<Error>,
    /// Is told of every change.
    pub(crate) changed: watch::Sender<()>,
    number: u32,
    /// The server has refused it for now, until it is asked for again.
    waiting: bool,
    match_id: String,
    token: Option<Token>,
    wants: v1::Wants,
}

impl Subscription {
    fn command(&self, client: &[u8], connection: u64) -> v1::PlayCommand {
        plain(Command::Subscribe(v1::Subscribe {
            subscription: self.number,
            match_id: self.match_id.clone(),
            seat_token: self.token.as_ref().map_or_else(Vec::new, |token| token.as_bytes().to_vec()),
            since: self.inbox.seq,
            wants: Some(self.wants.clone()),
            client: client.to_vec(),
            connection,
        }))
    }
}

/// A command without an answer so far.
#[derive(Debug)]
struct Asked {
    order: u64,
    key: Key,
    command: v1::PlayCommand,
    answer: oneshot::Sender<Result<Accepted, Error>>,
}

/// The subscriptions of a client, and its commands.
#[derive(Debug)]
pub(crate) struct Play {
    subscriptions: BTreeMap<Key, Subscription>,
    numbers: HashMap<u32, Key>,
    asked: HashMap<String, Asked>,
    outbox: Vec<v1::PlayCommand>,
    client: [u8; 16],
    connection: u64,
    counted: u64,
    last_number: u32,
}

impl Play {
    pub(crate) fn new() -> Self {
        Self {
            subscriptions: BTreeMap::new(),
            numbers: HashMap::new(),
            asked: HashMap::new(),
            outbox: Vec::new(),
            client: random(),
            connection: 0,
            counted: 0,
            last_number: 0,
        }
    }

    /// Start to follow a seat, or to watch (no token).
    pub(crate) fn add(
        &mut self,
        match_id: String,
        token: Option<Token>,
        wants: v1::Wants,
        since: u64,
    ) -> Result<Key, Error> {
        let subscription = Subscription {
            inbox: Inbox::new(since),
            ended: None,
            changed: watch::Sender::new(()),
            number: self.next_number(),
            waiting: false,
            match_id,
            token,
            wants,
        };
        let command = subscription.command(&self.client, self.connection);
        check_size(&command)?;
        let key = self.next_count();
        self.numbers.insert(subscription.number, key);
        self.subscriptions.insert(key, subscription);
        self.outbox.push(command);
        Ok(key)
    }

    /// Forget a subscription; nothing more of it is wanted.
    pub(crate) fn remove(&mut self, key: Key) {
        if let Some(subscription) = self.subscriptions.remove(&key)
            && subscription.ended.is_none()
        {
            self.unsubscribe(subscription.number);
        }
        self.asked.retain(|_, asked| asked.key != key);
    }

    /// Send a command; its answer will come, over as many connections as it takes.
    pub(crate) fn ask(
        &mut self,
        key: Key,
        mut command: Command,
    ) -> Result<oneshot::Receiver<Result<Accepted, Error>>, Error> {
        let subscription = self.subscriptions.get(&key).ok_or(Error::Closed)?;
        if let Some(error) = &subscription.ended {
            return Err(error.clone());
        }
        name(&mut command, subscription.number);
        let command_id = id_of(&command).to_owned();
        let command = plain(command);
        check_size(&command)?;
        let (answer, answered) = oneshot::channel();
        let order = self.next_count();
        self.outbox.push(command.clone());
        self.asked.insert(command_id, Asked { order, key, command, answer });
        Ok(answered)
    }

    /// Nobody waits for the answer any more.
    pub(crate) fn forget(&mut self, command_id: &str) {
        self.asked.remove(command_id);
    }

    pub(crate) fn subscription(&mut self, key: Key) -> Option<&mut Subscription> {
        self.subscriptions.get_mut(&key)
    }

    /// Whether anybody needs a connection.
    pub(crate) fn is_needed(&self) -> bool {
        !self.numbers.is_empty()
    }

    /// Whether commands wait to be sent.
    pub(crate) fn is_due(&self) -> bool {
        !self.outbox.is_empty()
    }

    /// The first commands on a new connection; whatever waited to be sent on the old one is among them.
    pub(crate) fn opening(&mut self) -> Vec<v1::PlayCommand> {
        self.outbox.clear();
        self.connection += 1;
        let mut commands = Vec::with_capacity(self.numbers.len() + self.asked.len());
        for subscription in self.subscriptions.values_mut().filter(|subscription| subscription.ended.is_none()) {
            subscription.waiting = false;
            commands.push(subscription.command(&self.client, self.connection));
        }
        commands.extend(self.unanswered(|_| true));
        commands
    }

    /// Empty the outbox.
    pub(crate) fn take(&mut self) -> Vec<v1::PlayCommand> {
        mem::take(&mut self.outbox)
    }

    /// Take in an event.
    pub(crate) fn receive(&mut self, event: v1::PlayEvent) -> Then {
        match event.event {
            Some(Event::Update(update)) => self.update(update),
            Some(Event::Accepted(accepted)) => self.accepted(accepted),
            Some(Event::Refusal(refusal)) => return self.refused(refusal),
            Some(Event::Ended(ended)) => return self.ended(ended),
            Some(Event::Goodbye(goodbye)) => {
                let milliseconds = u64::try_from(goodbye.reconnect_after_ms).unwrap_or(0);
                return Then::Leave(Some(Duration::from_millis(milliseconds)));
            }
            None => {} // from a newer server
        }
        Then::GoOn
    }

    /// Subscribe again, under a new number, if it still waits for that.
    pub(crate) fn ask_again(&mut self, key: Key) {
        if self.subscriptions.get(&key).is_some_and(|subscription| subscription.waiting) {
            self.subscribe_anew(key);
        }
    }

    /// End every subscription.
    pub(crate) fn fail(&mut self, error: &Error) {
        for key in self.numbers.values().copied().collect::<Vec<_>>() {
            self.end(key, error);
        }
    }

    fn update(&mut self, update: v1::Update) {
        let Some(&key) = self.numbers.get(&update.subscription) else {
            return;
        };
        let Some(subscription) = self.subscriptions.get_mut(&key) else {
            return;
        };
        let snapshot = update.snapshot;
        match subscription.inbox.receive(update) {
            Ok(true) => {
                subscription.changed.send_replace(());
            }
            Ok(false) => {}
            Err(Unfit::FactsMissing(..)) if !snapshot => self.subscribe_anew(key),
            Err(unfit) => {
                let number = subscription.number;
                self.end(key, &Error::Protocol(unfit.to_string()));
                self.unsubscribe(number);
            }
        }
    }

    fn accepted(&mut self, accepted: Accepted) {
        if let Some(asked) = self.asked.remove(&accepted.command_id) {
            let _ = asked.answer.send(Ok(accepted));
        }
    }

    fn refused(&mut self, refusal: v1::Refusal) -> Then {
        let (command_id, number) = (refusal.command_id.clone(), refusal.subscription);
        let refused = Refused::from(refusal);
        if refused.reason == Reason::ShuttingDown {
            return Then::Leave(None);
        }
        match self.asked.get(&command_id) {
            None => tracing::info!(reason = refused.reason.as_str_name(), "refused: {refused}"),
            Some(asked) if refused.reason == Reason::UnknownSubscription && self.goes_again(asked.key, number) => {}
            Some(_) => {
                if let Some(asked) = self.asked.remove(&command_id) {
                    let _ = asked.answer.send(Err(refused.into()));
                }
            }
        }
        Then::GoOn
    }

    /// Whether a subscription is asked for again, or was since it had this number (0: not told), its commands with it.
    fn goes_again(&self, key: Key, number: u32) -> bool {
        self.subscriptions
            .get(&key)
            .is_some_and(|subscription| subscription.waiting || (number != 0 && number != subscription.number))
    }

    fn ended(&mut self, ended: v1::SubscriptionEnded) -> Then {
        let Some(&key) = self.numbers.get(&ended.subscription) else {
            return Then::GoOn;
        };
        match (ended.why(), ended.refusal) {
            (Why::TakenOver, _) => {
                self.end(key, &Error::TakenOver("another connection has taken this seat".to_owned()));
                Then::GoOn
            }
            (Why::Refused, Some(refusal)) => self.not_made(key, refusal.into()),
            _ => {
                self.end(key, &Error::Protocol("the server has ended this subscription".to_owned()));
                Then::GoOn
            }
        }
    }

    fn not_made(&mut self, key: Key, refused: Refused) -> Then {
        let Some(subscription) = self.subscriptions.get_mut(&key) else {
            return Then::GoOn;
        };
        match refused.reason {
            Reason::ShuttingDown => Then::Leave(None),
            Reason::RateLimited | Reason::StorageUnavailable if subscription.inbox.snapshots > 0 => {
                subscription.waiting = true;
                let told = refused.retry_after();
                Then::AskAgain(key, (!told.is_zero()).then_some(told))
            }
            _ => {
                self.end(key, &refused.into());
                Then::GoOn
            }
        }
    }

    /// Subscribe again under a new number, so that what still comes for the old one isn't taken for it.
    fn subscribe_anew(&mut self, key: Key) {
        let number = self.next_number();
        let Some(subscription) = self.subscriptions.get_mut(&key) else {
            return;
        };
        subscription.waiting = false;
        let before = mem::replace(&mut subscription.number, number);
        let command = subscription.command(&self.client, self.connection);
        self.unsubscribe(before);
        self.numbers.insert(number, key);
        self.outbox.push(command);
        for asked in self.asked.values_mut().filter(|asked| asked.key == key) {
            if let Some(command) = &mut asked.command.command {
                name(command, number);
            }
        }
        let repeated = self.unanswered(|asked| asked.key == key);
        self.outbox.extend(repeated);
    }

    fn unsubscribe(&mut self, number: u32) {
        self.numbers.remove(&number);
        self.outbox.push(plain(Command::Unsubscribe(v1::Unsubscribe { subscription: number })));
    }

    fn end(&mut self, key: Key, error: &Error) {
        let Some(subscription) = self.subscriptions.get_mut(&key) else {
            return;
        };
        self.numbers.remove(&subscription.number);
        subscription.ended = Some(error.clone());
        subscription.changed.send_replace(());
        for (_, asked) in self.asked.extract_if(|_, asked| asked.key == key) {
            let _ = asked.answer.send(Err(error.clone()));
        }
    }

    fn unanswered(&self, which: impl Fn(&Asked) -> bool) -> Vec<v1::PlayCommand> {
        let mut found: Vec<_> = self.asked.values().filter(|asked| which(asked)).collect();
        found.sort_by_key(|asked| asked.order);
        found.into_iter().map(|asked| asked.command.clone()).collect()
    }

    fn next_number(&mut self) -> u32 {
        self.last_number += 1;
        self.last_number
    }

    fn next_count(&mut self) -> u64 {
        self.counted += 1;
        self.counted
    }
}
