//! Matches that others have made.

use std::time::Duration;

use tokio::task::JoinSet;
use undercroft_client::{Client, Error, Failure, v1::Reason};

use crate::{Server, decide, print_over};

/// Play in all these matches at once.
pub async fn run(server: Server, name: &str, codes: Vec<String>) -> Result<(), Failure> {
    let client = server.connect()?;
    let mut matches = JoinSet::new();
    for code in codes {
        let (client, name) = (client.clone(), name.to_owned());
        matches
            .spawn(async move { play(&client, &code, &name).await.map_err(|error| format!("code {code}: {error}")) });
    }
    while let Some(played) = matches.join_next().await {
        played??;
    }
    Ok(())
}

async fn play(client: &Client, code: &str, name: &str) -> Result<(), Error> {
    let joined = client.join(code, name).await?;
    let seat = client.seat(joined.game_match.match_id, joined.token)?;
    let mut actions = 0;
    loop {
        let update = seat.next_turn().await?;
        let Some(legal) = update.legal.as_ref().filter(|_| !update.is_over()) else {
            print_over(seat.match_id(), update.seat, update.outcome.as_ref(), actions, seat.resumed());
            return Ok(());
        };
        match seat.act(decide(&update.view, legal)).await {
            Ok(_) => actions += 1,
            Err(error) => match error.refused().map(|refused| refused.reason) {
                // The match has gone on meanwhile, as when somebody has resigned.
                Some(Reason::Stale | Reason::NotYourTurn | Reason::TimeUp | Reason::MatchOver) => {}
                Some(Reason::StorageUnavailable) => tokio::time::sleep(Duration::from_secs(1)).await,
                _ => return Err(error),
            },
        }
    }
}
