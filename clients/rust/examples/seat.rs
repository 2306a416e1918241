//! Plays a match in one seat: `cargo run --example seat -- CODE`.

use undercroft_client::{Client, Error, v1::Reason};

#[tokio::main]
async fn main() -> Result<(), Error> {
    let code = std::env::args().nth(1).expect("the code of an open seat");
    let client = Client::connect("127.0.0.1:7070")?;
    let joined = client.join(code, "Ann").await?;
    let seat = client.seat(&joined.game_match.match_id, joined.token)?;
    loop {
        let update = seat.next_turn().await?;
        let Some(legal) = update.legal else {
            println!("{:?}", update.outcome);
            return Ok(());
        };
        match seat.act(legal.texts[0].as_str()).await {
            Err(Error::Refused(refused)) if refused.reason == Reason::IllegalAction => {
                println!("legal are {:?}", refused.legal());
            }
            answer => drop(answer?),
        }
    }
}
