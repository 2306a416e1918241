//! Plays on an Undercroft server: joins matches, follows seats and plays for them, comes back by itself when the connection
//! is lost, and serves bots that others may seat.
//!
//! ```no_run
//! use undercroft_client::Client;
//!
//! #[tokio::main]
//! async fn main() -> Result<(), undercroft_client::Error> {
//!     let client = Client::connect("127.0.0.1:7070")?;
//!     let joined = client.join("the code of a friend", "Ann").await?;
//!     let seat = client.seat(&joined.game_match.match_id, joined.token)?;
//!     loop {
//!         let update = seat.next_turn().await?;
//!         let Some(legal) = update.legal else { break }; // the match is over
//!         seat.act(legal.codes[0]).await?;
//!     }
//!     Ok(())
//! }
//! ```
//!
//! * [`Client::join`] takes a seat. The seat is proved by its [`Token`], which was made here: keep it to come back.
//! * [`Client::seat`] follows a seat: [`Seat::next_turn`] and [`Seat::next_update`] hand out [`Update`]s, [`Seat::act`]
//!   plays. All seats of a client share one stream.
//! * A refusal is [`Error::Refused`], with a [`Reason`](v1::Reason) to switch on.
//! * [`Client::bot`] offers a function as a bot.
//! * [`v1`] has the messages and calls themselves, for whatever isn't covered here: [`Client::call`] makes them.

mod bot;
mod channel;
mod client;
mod commands;
mod connection;
mod error;
mod inbox;
mod link;
mod play;
mod seat;
mod secret;
mod serving;
mod token;
mod turns;
mod update;

/// The wire: messages and calls of `undercroft.v1`, generated from the project's protos.
pub mod v1 {
    #![allow(missing_docs, clippy::all, clippy::pedantic, rustdoc::all)]
    include!("generated/undercroft.v1.rs");
}

pub use bot::{BotBuilder, BotEvent, Failure};
pub use channel::Builder;
pub use client::{Client, Joined};
pub use connection::{Backoff, Connection};
pub use error::{Error, Refused};
pub use seat::Seat;
pub use token::{NoToken, Token, new_id};
pub use turns::BotTurn;
pub use update::{SPECTATOR, Update};
