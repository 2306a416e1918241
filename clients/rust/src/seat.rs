use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::watch;

use crate::{
    Error, Update,
    client::Keeper,
    commands::id_of,
    link::Hub,
    play::{Key, Subscription},
    token::new_id,
    v1::{self, Accepted, action, play_command::Command},
};

/// One seat of one match, followed and played; or a match that is watched. Made by [`Client::seat`] and [`Client::watch`].
///
/// A lost connection is resumed without a fact lost or repeated. Who looks seldom gets the newest state with every fact in
/// between. Every method fails with [`Error::Refused`] if the server doesn't let us follow, [`Error::TakenOver`] once another
/// connection has the seat, and [`Error::ConnectionLost`] if the client gave up.
///
/// Updates are handed out once: let one task wait for them, while others may act. To drop a `Seat` is to follow no
/// longer; the seat stays ours, and its token comes back to it.
///
/// [`Client::seat`]: crate::Client::seat
/// [`Client::watch`]: crate::Client::watch
#[derive(Debug)]
pub struct Seat {
    hub: Arc<Hub>,
    key: Key,
    match_id: String,
    changed: watch::Receiver<()>,
    answered: Mutex<Answered>,
    _keeper: Arc<Keeper>,
}

/// Up to where this seat's turns are answered.
#[derive(Debug, Default)]
struct Answered {
    /// The newest update that was answered, and accepted.
    update: Option<u64>,
    /// Legal lists before this one were replaced.
    newest: u64,
}

impl Seat {
    pub(crate) fn new(
        hub: Arc<Hub>,
        key: Key,
        match_id: String,
        changed: watch::Receiver<()>,
        keeper: Arc<Keeper>,
    ) -> Self {
        Self { hub, key, match_id, changed, answered: Mutex::default(), _keeper: keeper }
    }

    /// The match.
    #[must_use]
    pub fn match_id(&self) -> &str {
        &self.match_id
    }

    /// The seat's number, [`SPECTATOR`](crate::SPECTATOR) for one who watches; none before the first update.
    #[must_use]
    pub fn number(&self) -> Option<i32> {
        self.with(|subscription| subscription.inbox.seat()).flatten()
    }

    /// How often it was resumed so far.
    #[must_use]
    pub fn resumed(&self) -> u32 {
        self.with(|subscription| subscription.inbox.snapshots.saturating_sub(1)).unwrap_or(0)
    }

    /// The newest update received, with the facts not handed out before it; none before the first.
    #[must_use]
    pub fn latest(&self) -> Option<Update> {
        self.with(|subscription| subscription.inbox.latest()).flatten()
    }

    /// The next update, as soon as there is one. After the end of the match there may be more: chat, a rematch.
    pub async fn next_update(&self) -> Result<Update, Error> {
        self.when(|subscription| if subscription.inbox.fresh { subscription.inbox.take() } else { None }).await
    }

    /// The next update in which this seat is to act, or in which the match is over.
    ///
    /// A turn that was answered and accepted isn't given again. One that wasn't is, without its facts: those are handed out
    /// once.
    pub async fn next_turn(&self) -> Result<Update, Error> {
        self.when(|subscription| {
            let (seq, to_act) = subscription.inbox.turn()?;
            let ready = subscription.inbox.finished() || (to_act && self.answered().is_open(seq));
            if ready { subscription.inbox.take() } else { None }
        })
        .await
    }

    /// Play an action, given by its text or its code; returns once it is on the server's disk.
    ///
    /// It answers the legal actions of the newest update that was handed out. If the connection goes before the answer
    /// has come, it is sent again and not played twice. [`Refused::legal`](crate::Refused::legal) says what can be played, if
    /// this can't.
    pub async fn act(&self, action: impl Into<action::Action>) -> Result<Accepted, Error> {
        let seq = self
            .when(|subscription| {
                let inbox = &subscription.inbox;
                inbox.seen.or_else(|| inbox.turn().map(|_| inbox.seq))
            })
            .await?;
        let action = v1::Action { subscription: 0, command_id: new_id(), seq, action: Some(action.into()) };
        let answer = self.ask(Command::Act(action)).await;
        let mut answered = self.answered();
        match &answer {
            Ok(accepted) => {
                answered.update = answered.update.max(Some(seq));
                answered.newest = answered.newest.max(accepted.seq);
            }
            // The list that replaced ours may still be on its way: the old one is no turn any more.
            Err(Error::Refused(refused)) => answered.newest = answered.newest.max(refused.newest_seq()),
            Err(_) => {}
        }
        answer
    }

    /// Chat: at most 500 characters.
    pub async fn say(&self, text: impl Into<String>) -> Result<Accepted, Error> {
        self.ask(Command::Say(v1::Say { subscription: 0, command_id: new_id(), text: text.into() })).await
    }

    /// Give up.
    pub async fn resign(&self) -> Result<Accepted, Error> {
        self.ask(Command::Resign(v1::Resign { subscription: 0, command_id: new_id() })).await
    }

    /// Offer a draw, or accept the one on the table. It lapses with the offerer's next action.
    pub async fn offer_draw(&self) -> Result<Accepted, Error> {
        self.ask(Command::OfferDraw(v1::OfferDraw { subscription: 0, command_id: new_id() })).await
    }

    /// End a match that has seen no action yet.
    pub async fn abort(&self) -> Result<Accepted, Error> {
        self.ask(Command::Abort(v1::Abort { subscription: 0, command_id: new_id() })).await
    }

    /// Ask for another match of the same kind, once this one is over. The fact `rematched` tells where it is.
    pub async fn rematch(&self) -> Result<Accepted, Error> {
        self.ask(Command::Rematch(v1::Rematch { subscription: 0, command_id: new_id() })).await
    }

    /// Stop, or start again, to hear a seat's chat.
    pub async fn mute(&self, seat: i32, muted: bool) -> Result<Accepted, Error> {
        self.ask(Command::Mute(v1::Mute { subscription: 0, command_id: new_id(), seat, muted })).await
    }

    async fn ask(&self, command: Command) -> Result<Accepted, Error> {
        let _forget = Forget { hub: &self.hub, command_id: id_of(&command).to_owned() };
        let answered = self.hub.change(|play| play.ask(self.key, command))?;
        answered.await.unwrap_or(Err(Error::Closed))
    }

    /// What can be got out of the subscription, as soon as it can be.
    async fn when<T>(&self, mut get: impl FnMut(&mut Subscription) -> Option<T>) -> Result<T, Error> {
        let mut changed = self.changed.clone();
        loop {
            changed.mark_unchanged();
            if let Some(result) = self.with(|subscription| get(subscription).ok_or(subscription.ended.clone())) {
                match result {
                    Ok(got) => return Ok(got),
                    Err(Some(error)) => return Err(error),
                    Err(None) => {}
                }
            }
            changed.changed().await.map_err(|_| Error::Closed)?;
        }
    }

    fn with<T>(&self, look: impl FnOnce(&mut Subscription) -> T) -> Option<T> {
        self.hub.look().subscription(self.key).map(look)
    }

    fn answered(&self) -> std::sync::MutexGuard<'_, Answered> {
        self.answered.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        self.hub.change(|play| play.remove(self.key));
    }
}

impl Answered {
    /// Whether the legal list of the update with this seq waits for an answer.
    fn is_open(&self, seq: u64) -> bool {
        self.update.is_none_or(|update| seq > update) && seq >= self.newest
    }
}

/// Forgets a command for whose answer nobody waits any more.
struct Forget<'hub> {
    hub: &'hub Hub,
    command_id: String,
}

impl Drop for Forget<'_> {
    fn drop(&mut self) {
        self.hub.look().forget(&self.command_id);
    }
}

impl From<&str> for action::Action {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for action::Action {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<i32> for action::Action {
    fn from(code: i32) -> Self {
        Self::Code(code)
    }
}
