//! A bot that plays any game at random: as a guest in matches that others have made, or dialled in for others to seat.

mod join;
mod serve;

use std::{path::PathBuf, process::ExitCode};

use clap::{Args, Parser};
use rand::seq::IndexedRandom;
use undercroft_client::{Client, Failure, v1};

/// Plays on an Undercroft server. Prints a line of JSON for every match that is over.
#[derive(Parser)]
#[command(name = "bot")]
enum Command {
    /// Join matches by their codes, and play them all to the end.
    Join {
        #[command(flatten)]
        server: Server,
        /// What the others call this player.
        #[arg(long, default_value = "rust-bot")]
        name: String,
        /// The codes of open seats.
        #[arg(required = true)]
        codes: Vec<String>,
    },
    /// Dial in as a bot that others seat as @NAME, until Ctrl-C.
    Serve {
        #[command(flatten)]
        server: Server,
        /// The bot's name.
        #[arg(long)]
        name: String,
        /// Ids of the games it plays.
        #[arg(long, required = true, value_delimiter = ',')]
        games: Vec<String>,
        /// Keeps the token that proves the name; made if it isn't there. Without it the name is lost with the bot.
        #[arg(long)]
        token: Option<PathBuf>,
    },
}

#[derive(Args)]
struct Server {
    /// Where the server is, HOST:PORT.
    #[arg(long, default_value = "127.0.0.1:7070")]
    server: String,
    /// Trust the authorities of this PEM file, not the system's.
    #[arg(long)]
    ca: Option<PathBuf>,
}

impl Server {
    fn connect(self) -> Result<Client, Failure> {
        let builder = Client::builder(self.server);
        Ok(match self.ca {
            Some(file) => {
                let pem = std::fs::read(&file).map_err(|error| format!("{}: {error}", file.display()))?;
                builder.authorities(pem)
            }
            None => builder,
        }
        .connect()?)
    }
}

/// Your bot goes here: `view` is what its seat sees, as JSON, and the answer the code of a legal action.
fn decide(_view: &str, legal: &v1::LegalActions) -> i32 {
    *legal.codes.choose(&mut rand::rng()).expect("a turn has legal actions")
}

#[tokio::main]
async fn main() -> ExitCode {
    let done = match Command::parse() {
        Command::Join { server, name, codes } => join::run(server, &name, codes).await,
        Command::Serve { server, name, games, token } => serve::run(server, name, games, token).await,
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("{failure}");
            ExitCode::FAILURE
        }
    }
}

/// The line of a match that is over; no outcome: it was called off.
fn print_over(match_id: &str, seat: i32, outcome: Option<&v1::Outcome>, actions: u32, reconnects: u32) {
    let line = serde_json::json!({
        "match_id": match_id,
        "seat": seat,
        "status": if outcome.is_some() { "finished" } else { "aborted" },
        "returns": outcome.map(|outcome| outcome.returns.as_slice()).unwrap_or_default(),
        "reason": outcome.map(|outcome| outcome.reason.as_str()).unwrap_or_default(),
        "actions": actions,
        "reconnects": reconnects,
    });
    println!("{line}");
}
