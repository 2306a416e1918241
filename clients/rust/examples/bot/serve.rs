//! A bot that has dialled in.

use std::{
    collections::HashMap,
    fs::{self, OpenOptions},
    io::{ErrorKind, Write},
    path::{Path, PathBuf},
};

use tokio::signal::unix::{SignalKind, signal};
use undercroft_client::{BotEvent, BotTurn, Connection, Failure, Token};

use crate::{Server, decide, print_over};

/// Serve until told to go.
pub async fn run(server: Server, name: String, games: Vec<String>, file: Option<PathBuf>) -> Result<(), Failure> {
    let token = file.map_or_else(|| Ok(Token::new()), |file| kept(&file))?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut terminate = signal(SignalKind::terminate())?;
    let leave = async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
    };
    let mut seats = Seats::default();
    let bot = server.connect()?.bot(name, &token).games(games).concurrency(16).on_event(move |event| seats.hear(event));
    let decide = async |turn: BotTurn| Ok::<_, Failure>(decide(&turn.view, &turn.legal));
    Ok(bot.serve(decide, leave).await?)
}

/// The token in a file that only its owner may read; a new one if there is no such file.
fn kept(file: &Path) -> Result<Token, Failure> {
    match fs::read_to_string(file) {
        Ok(text) => Ok(text.parse()?),
        Err(error) if error.kind() == ErrorKind::NotFound => {
            let token = Token::new();
            let mut options = OpenOptions::new();
            options.write(true).create_new(true);
            #[cfg(unix)]
            std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
            writeln!(options.open(file)?, "{}", token.to_hex())?;
            Ok(token)
        }
        Err(error) => Err(error.into()),
    }
}

/// What is to be said of each seat in the end.
#[derive(Default)]
struct Seats {
    actions: HashMap<(String, i32), u32>,
    reconnects: u32,
}

impl Seats {
    fn hear(&mut self, event: BotEvent) {
        match event {
            BotEvent::Answered { turn, .. } => *self.actions.entry((turn.match_id, turn.seat)).or_default() += 1,
            BotEvent::Connection(Connection::Connected { again: true }) => self.reconnects += 1,
            BotEvent::Connection(Connection::Lost { why, .. }) => eprintln!("connection lost: {why}"),
            BotEvent::Failed { failure, .. } => eprintln!("no answer: {failure}"),
            BotEvent::Over { match_id, seat, outcome } => {
                let actions = self.actions.remove(&(match_id.clone(), seat)).unwrap_or(0);
                print_over(&match_id, seat, outcome.as_ref(), actions, self.reconnects);
            }
            _ => {}
        }
    }
}
