//! What a lost connection may not do to a seat: lose a fact, tell it twice, lose an action, play it twice.

mod fake;

use fake::{FakeServer, Play, entries, snapshot, soon, update};
use tonic::{Code, Status};
use undercroft_client::{
    Error, Seat, Token, Update,
    v1::{self, Reason, play_command::Command, play_event::Event, subscription_ended::Why},
};

async fn followed() -> (FakeServer, Seat, Play) {
    let mut server = FakeServer::start([]).await;
    let seat = server.client().seat("m", Token::new()).expect("it can be sent");
    let stream = server.play().await;
    (server, seat, stream)
}

fn told(update: &Update) -> Vec<String> {
    update.entries().map(str::to_owned).collect()
}

fn lost() -> Status {
    Status::unavailable("cut by the test")
}

fn refusal(reason: Reason, details: &[(&str, &str)]) -> v1::Refusal {
    let details = details.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect();
    v1::Refusal { reason: reason.into(), message: "because of the test".to_owned(), details, ..v1::Refusal::default() }
}

fn ended(subscription: u32, why: Why, refusal: Option<v1::Refusal>) -> Event {
    Event::Ended(v1::SubscriptionEnded { subscription, why: why.into(), refusal })
}

fn accepted(action: &v1::Action, seq: u64) -> Event {
    let (subscription, command_id) = (action.subscription, action.command_id.clone());
    Event::Accepted(v1::Accepted { subscription, command_id, seq })
}

#[tokio::test]
async fn a_seat_resumes_from_its_last_fact() {
    let (mut server, seat, mut stream) = followed().await;
    let first = stream.subscribe().await;
    assert_eq!((first.since, first.match_id.as_str()), (0, "m"));
    stream.send(Event::Update(snapshot(first.subscription, 3)));
    let before = soon(seat.next_update()).await.expect("it is followed");
    assert_eq!((before.seq, before.seat, told(&before)), (3, 1, entries(1..=3)));
    stream.fail(lost());

    let mut stream = server.play().await;
    let second = stream.subscribe().await;
    assert_eq!((second.since, &second.seat_token), (3, &first.seat_token));
    assert_eq!(second.client, first.client);
    assert!(second.connection > first.connection);
    let mut resumed = snapshot(second.subscription, 5);
    resumed.facts.drain(..3);
    resumed.since = 3;
    stream.send(Event::Update(resumed));
    let after = soon(seat.next_update()).await.expect("it is followed");
    assert_eq!((after.since, after.seq, told(&after)), (3, 5, entries(4..=5)));
    assert_eq!(seat.resumed(), 1);
}

#[tokio::test]
async fn an_unanswered_action_is_sent_again_under_its_id() {
    let (mut server, seat, mut stream) = followed().await;
    let number = stream.subscribe().await.subscription;
    stream.send(Event::Update(snapshot(number, 1)));
    soon(seat.next_turn()).await.expect("it is followed");
    let (answer, ()) = tokio::join!(soon(seat.act("b")), async {
        let first = stream.act().await;
        assert_eq!((first.seq, &first.action), (1, &Some("b".into())));
        stream.fail(lost());
        let mut stream = server.play().await;
        stream.subscribe().await;
        let second = stream.act().await;
        assert_eq!(second, first);
        stream.send(accepted(&second, 2));
    });
    assert_eq!(answer.expect("it was accepted").seq, 2);
}

#[tokio::test]
async fn facts_sent_twice_are_told_once() {
    let (_server, seat, mut stream) = followed().await;
    let number = stream.subscribe().await.subscription;
    stream.send(Event::Update(snapshot(number, 2)));
    soon(seat.next_update()).await.expect("it is followed");
    for (since, seq) in [(0, 2), (1, 3), (0, 1), (0, 4)] {
        stream.send(Event::Update(update(number, since, seq)));
    }
    let mut all = Vec::new();
    while all.len() < 2 {
        all.extend(told(&soon(seat.next_update()).await.expect("it is followed")));
    }
    assert_eq!(all, entries(3..=4));
}

#[tokio::test]
async fn who_looks_seldom_gets_every_fact_and_the_newest_view() {
    let (_server, seat, mut stream) = followed().await;
    let number = stream.subscribe().await.subscription;
    stream.send(Event::Update(snapshot(number, 1)));
    for seq in 2..=50 {
        stream.send(Event::Update(update(number, seq - 1, seq)));
    }
    while seat.latest().is_none_or(|update| update.seq < 50) {
        tokio::task::yield_now().await;
    }
    let update = soon(seat.next_update()).await.expect("it is followed");
    assert_eq!((told(&update), update.view.as_str()), (entries(1..=50), r#"{"after":50}"#));
}

#[tokio::test]
async fn a_gap_is_asked_for_again() {
    let (_server, seat, mut stream) = followed().await;
    let number = stream.subscribe().await.subscription;
    stream.send(Event::Update(snapshot(number, 2)));
    stream.send(Event::Update(update(number, 3, 4)));
    assert_eq!(stream.command().await, Some(Command::Unsubscribe(v1::Unsubscribe { subscription: number })));
    let again = stream.subscribe().await;
    assert_eq!(again.since, 2);
    assert_ne!(again.subscription, number);
    let mut resumed = snapshot(again.subscription, 4);
    resumed.facts.drain(..2);
    resumed.since = 2;
    stream.send(Event::Update(resumed));
    let mut all = Vec::new();
    while all.len() < 4 {
        all.extend(told(&soon(seat.next_update()).await.expect("it is followed")));
    }
    assert_eq!(all, entries(1..=4));
}

#[tokio::test]
async fn a_long_list_of_facts_comes_with_the_state_after_it() {
    let (_server, seat, mut stream) = followed().await;
    let number = stream.subscribe().await.subscription;
    stream.send(Event::Update(v1::Update { status: 0, view: String::new(), legal: None, ..snapshot(number, 2) }));
    stream.send(Event::Update(v1::Update { status: 0, view: String::new(), legal: None, ..update(number, 2, 4) }));
    stream.send(Event::Update(update(number, 4, 5)));
    let update = soon(seat.next_update()).await.expect("it is followed");
    assert_eq!((update.since, told(&update)), (0, entries(1..=5)));
}

#[tokio::test]
async fn whoever_is_taken_over_doesnt_come_back() {
    let (mut server, seat, mut stream) = followed().await;
    let number = stream.subscribe().await.subscription;
    stream.send(Event::Update(snapshot(number, 1)));
    soon(seat.next_turn()).await.expect("it is followed");
    let (answer, ()) = tokio::join!(soon(seat.act(7)), async {
        stream.act().await;
        stream.send(ended(number, Why::TakenOver, None));
    });
    assert!(matches!(answer, Err(Error::TakenOver(_))), "{answer:?}");
    assert!(matches!(soon(seat.next_update()).await, Err(Error::TakenOver(_))));
    assert!(stream.is_quiet().await);
    stream.fail(lost());
    assert!(server.is_left_alone().await);
}

#[tokio::test]
async fn a_refused_subscription_ends_the_seat_with_the_reason() {
    let (_server, seat, mut stream) = followed().await;
    let number = stream.subscribe().await.subscription;
    stream.send(ended(number, Why::Refused, Some(refusal(Reason::UnknownSeat, &[]))));
    let error = soon(seat.next_turn()).await.expect_err("it was refused");
    assert_eq!(error.refused().map(|refused| refused.reason), Some(Reason::UnknownSeat));
}

#[tokio::test]
async fn a_resumed_seat_outlives_a_refusal_that_passes() {
    let (mut server, seat, mut stream) = followed().await;
    let number = stream.subscribe().await.subscription;
    stream.send(Event::Update(snapshot(number, 1)));
    soon(seat.next_update()).await.expect("it is followed");
    stream.fail(lost());
    let mut stream = server.play().await;
    let number = stream.subscribe().await.subscription;
    let passing = refusal(Reason::RateLimited, &[("seconds", "0.01")]);
    stream.send(ended(number, Why::Refused, Some(passing)));
    assert!(matches!(stream.command().await, Some(Command::Unsubscribe(_))));
    let again = stream.subscribe().await;
    assert_eq!(again.since, 1);
    stream.send(Event::Update(snapshot(again.subscription, 2)));
    assert_eq!(told(&soon(seat.next_update()).await.expect("it is followed")), entries([2]));
}

#[tokio::test]
async fn an_illegal_action_says_what_is_legal_and_the_turn_stays() {
    let (_server, seat, mut stream) = followed().await;
    let number = stream.subscribe().await.subscription;
    stream.send(Event::Update(snapshot(number, 1)));
    soon(seat.next_turn()).await.expect("it is followed");
    let (answer, ()) = tokio::join!(soon(seat.act("off with his head")), async {
        let command_id = stream.act().await.command_id;
        let refused = refusal(Reason::IllegalAction, &[("legal", r#"["a","b"]"#)]);
        stream.send(Event::Refusal(v1::Refusal { command_id, ..refused }));
    });
    let error = answer.expect_err("it is illegal");
    let refused = error.refused().expect("it was refused");
    assert_eq!((refused.reason, refused.legal()), (Reason::IllegalAction, vec!["a".to_owned(), "b".to_owned()]));
    let again = soon(seat.next_turn()).await.expect("it is followed");
    assert_eq!((again.legal.map(|legal| legal.codes), again.facts), (Some(vec![7, 8]), Vec::new()));
}

#[tokio::test]
async fn an_accepted_turn_isnt_given_twice() {
    let (_server, seat, mut stream) = followed().await;
    let number = stream.subscribe().await.subscription;
    stream.send(Event::Update(snapshot(number, 1)));
    soon(seat.next_turn()).await.expect("it is followed");
    let (answer, ()) = tokio::join!(soon(seat.act(7)), async {
        let action = stream.act().await;
        stream.send(accepted(&action, 2));
    });
    answer.expect("it was accepted");
    assert!(tokio::time::timeout(fake::SHORT, seat.next_turn()).await.is_err());
    stream.send(Event::Update(update(number, 1, 3)));
    assert_eq!(soon(seat.next_turn()).await.expect("it is followed").seq, 3);
}

#[tokio::test]
async fn a_goodbye_is_obeyed_and_what_is_still_answered_is_heard() {
    let (mut server, seat, mut stream) = followed().await;
    let number = stream.subscribe().await.subscription;
    stream.send(Event::Update(snapshot(number, 1)));
    soon(seat.next_turn()).await.expect("it is followed");
    let (answer, ()) = tokio::join!(soon(seat.act(7)), async {
        let action = stream.act().await;
        stream.send(Event::Goodbye(v1::Goodbye { reconnect_after_ms: 300 }));
        assert_eq!(stream.command().await, None, "a client that was told goodbye sends nothing more");
        stream.send(accepted(&action, 2));
    });
    answer.expect("it was accepted");
    drop(stream);
    let mut stream = server.play().await;
    assert_eq!(stream.subscribe().await.since, 1);
    assert!(stream.is_quiet().await, "what was answered isn't sent again");
}

#[tokio::test]
async fn a_hopeless_status_isnt_tried_again() {
    let (mut server, seat, stream) = followed().await;
    stream.fail(Status::permission_denied("never"));
    let error = soon(seat.next_update()).await.expect_err("there is no sense in it");
    assert!(matches!(error, Error::CallFailed { code: Code::PermissionDenied, .. }), "{error}");
    assert!(server.is_left_alone().await);
}

#[tokio::test]
async fn whoever_doesnt_follow_any_longer_says_so() {
    let mut server = FakeServer::start([]).await;
    let client = server.client();
    let seat = client.seat("m", Token::new()).expect("it can be sent");
    let mut stream = server.play().await;
    let number = stream.subscribe().await.subscription;
    drop(seat);
    assert_eq!(stream.command().await, Some(Command::Unsubscribe(v1::Unsubscribe { subscription: number })));
}

#[tokio::test]
async fn many_seats_share_one_stream() {
    let mut server = FakeServer::start([]).await;
    let client = server.client();
    let seats: Vec<_> =
        (0..50).map(|number| client.seat(format!("m{number}"), Token::new()).expect("it can be sent")).collect();
    let mut stream = server.play().await;
    for _ in &seats {
        let subscribe = stream.subscribe().await;
        stream.send(Event::Update(snapshot(subscribe.subscription, 1)));
    }
    for seat in &seats {
        soon(seat.next_turn()).await.expect("it is followed");
    }
    assert!(server.is_left_alone().await);
}

#[tokio::test]
async fn a_join_whose_answer_is_lost_is_made_again_with_the_same_token() {
    let mut server = FakeServer::start([lost(), lost()]).await;
    let joined = soon(server.client().join("CODE", "Ann")).await.expect("the third is answered");
    assert_eq!((joined.seat, joined.game_match.match_id.as_str()), (1, "m"));
    for _ in 0..3 {
        let request = server.join_request().await;
        assert_eq!((request.seat_token.as_slice(), request.name.as_str()), (joined.token.as_bytes(), "Ann"));
    }
}

#[tokio::test]
async fn a_join_over_a_cut_connection_is_made_again() {
    let mut server = FakeServer::start([]).await;
    let client = fake::client_of(&fake::cutting_once(server.address.clone()).await);
    let joined = soon(client.join("CODE", "Ann")).await.expect("the second is answered");
    assert_eq!(server.join_request().await.seat_token, joined.token.as_bytes());
}

#[tokio::test]
async fn a_join_that_can_never_be_is_made_once() {
    let mut server = FakeServer::start([Status::not_found("no such code")]).await;
    let error = soon(server.client().join("CODE", "Ann")).await.expect_err("there is no such code");
    assert!(matches!(error, Error::CallFailed { code: Code::NotFound, .. }), "{error}");
    server.join_request().await;
    assert!(tokio::time::timeout(fake::SHORT, server.join_request()).await.is_err());
}
