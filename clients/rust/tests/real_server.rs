//! With a server at `UNDERCROFT_TEST_SERVER`: it and this client understand each other.

use std::{env, time::Duration};

use tokio::time::timeout;
use undercroft_client::{
    Client,
    v1::{
        CreateMatchRequest, Reason, SeatFill,
        seat_fill::{Fill, Open},
    },
};

#[tokio::test]
async fn an_illegal_action_is_refused_with_what_is_legal_and_play_goes_on() {
    let Ok(address) = env::var("UNDERCROFT_TEST_SERVER") else {
        eprintln!("skipped: UNDERCROFT_TEST_SERVER names no server");
        return;
    };
    timeout(Duration::from_secs(120), play(&address)).await.expect("the match ends");
}

async fn play(address: &str) {
    let client = Client::connect(address).expect("the address is one");
    let fills = [Fill::Open(Open {}), Fill::Bot("heuristic".to_owned())];
    let request = CreateMatchRequest {
        request_id: undercroft_client::new_id(),
        game: "dungeon-of-fear".to_owned(),
        seats: fills.map(|fill| SeatFill { fill: Some(fill) }).to_vec(),
        pace_ms: Some(0),
        ..CreateMatchRequest::default()
    };
    let created = client
        .call(request, async |request| client.matches().create_match(request).await)
        .await
        .expect("the match is made");
    let joined = client.join(&created.codes[0].code, "Ann").await.expect("the seat is free");
    assert_eq!(joined.seat, 0);
    let error = client.join(&created.codes[0].code, "Bob").await.expect_err("the seat is taken");
    assert_eq!(error.refused().map(|refused| refused.reason), Some(Reason::SeatTaken));

    let seat = client.seat(&joined.game_match.match_id, joined.token).expect("it can be sent");
    let first = seat.next_turn().await.expect("it is followed");
    let legal = first.legal.expect("it is our turn");
    let error = seat.act("off with his head").await.expect_err("that is no action");
    let refused = error.refused().expect("the server refuses it");
    assert!(matches!(refused.reason, Reason::InvalidAction | Reason::IllegalAction), "{refused:?}");
    assert_eq!(refused.legal(), legal.texts);
    loop {
        let update = seat.next_turn().await.expect("it is followed");
        let Some(legal) = update.legal else {
            let outcome = update.outcome.expect("it was played to the end");
            assert_eq!(outcome.returns.len(), 2);
            break;
        };
        seat.act(legal.codes[0]).await.expect("it is legal");
    }
}
