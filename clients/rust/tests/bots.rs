//! What a bot that dials in may rely on: a decision is made once, and nothing but the answer leaves its machine.

mod fake;

use std::{
    future::pending,
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering},
    },
};

use fake::{FakeServer, Serve, entries, soon};
use tokio::{sync::oneshot, task::JoinHandle};
use tonic::Status;
use undercroft_client::{
    BotTurn, Error, Failure, Token,
    v1::{self, Reason, serve_request, serve_response::Message},
};

/// A bot that serves in a task of its own.
struct Bot {
    leave: oneshot::Sender<()>,
    ended: JoinHandle<Result<(), Error>>,
    decisions: Arc<AtomicU32>,
}

/// Serve with a function, counting how often it is asked.
fn serve<Decide, Deciding>(server: &FakeServer, decide: Decide) -> Bot
where
    Decide: Fn(BotTurn) -> Deciding + Send + Sync + 'static,
    Deciding: Future<Output = Result<i32, Failure>> + Send + 'static,
{
    let decisions = Arc::new(AtomicU32::new(0));
    let counted = Arc::clone(&decisions);
    let (leave, left) = oneshot::channel();
    let bot = server.client().bot("tester", &Token::from([1; 32])).games(["counting"]).version("1.2").concurrency(4);
    let ended = tokio::spawn(async move {
        let decide = move |turn| {
            counted.fetch_add(1, Ordering::Relaxed);
            decide(turn)
        };
        bot.serve(decide, async {
            let _ = left.await;
        })
        .await
    });
    Bot { leave, ended, decisions }
}

async fn first_legal(turn: BotTurn) -> Result<i32, Failure> {
    Ok(turn.legal.codes[0])
}

async fn hello(stream: &mut Serve) -> v1::Hello {
    match stream.next().await.and_then(|request| request.message) {
        Some(serve_request::Message::Hello(hello)) => hello,
        other => panic!("a hello was expected, not {other:?}"),
    }
}

async fn reply(stream: &mut Serve) -> v1::TurnReply {
    match stream.next().await.and_then(|request| request.message) {
        Some(serve_request::Message::Reply(reply)) => reply,
        other => panic!("a reply was expected, not {other:?}"),
    }
}

fn say(stream: &Serve, message: Message) {
    stream.send(v1::ServeResponse { message: Some(message) });
}

fn turn(id: &str) -> v1::TurnRequest {
    v1::TurnRequest {
        turn_id: id.to_owned(),
        match_id: "m".to_owned(),
        from_start: true,
        legal: Some(v1::LegalActions { codes: vec![7, 8], ..v1::LegalActions::default() }),
        left_milliseconds: 30_000,
        ..v1::TurnRequest::default()
    }
}

async fn welcomed(server: &mut FakeServer) -> Serve {
    let mut stream = server.serve().await;
    hello(&mut stream).await;
    say(&stream, Message::Welcome(v1::Welcome::default()));
    stream
}

#[tokio::test]
async fn a_bot_says_who_it_is_and_answers() {
    let mut server = FakeServer::start([]).await;
    let _bot = serve(&server, first_legal);
    let mut stream = server.serve().await;
    let hello = hello(&mut stream).await;
    assert_eq!((hello.name.as_str(), hello.version.as_str(), hello.concurrency), ("tester", "1.2", 4));
    assert_eq!((hello.games, hello.bot_token), (vec!["counting".to_owned()], vec![1; 32]));
    say(&stream, Message::Welcome(v1::Welcome::default()));
    say(&stream, Message::Turn(turn("t")));
    let answer = reply(&mut stream).await;
    assert_eq!(answer, v1::TurnReply { turn_id: "t".to_owned(), action: 7, ..v1::TurnReply::default() });
}

#[tokio::test]
async fn a_decision_is_made_once_over_a_lost_connection() {
    let mut server = FakeServer::start([]).await;
    let bot = serve(&server, first_legal);
    let mut stream = welcomed(&mut server).await;
    say(&stream, Message::Turn(turn("t")));
    let first = reply(&mut stream).await;
    stream.fail(Status::unavailable("cut by the test"));
    let mut stream = welcomed(&mut server).await;
    say(&stream, Message::Turn(turn("t")));
    assert_eq!(reply(&mut stream).await, first);
    assert_eq!(bot.decisions.load(Ordering::Relaxed), 1);
}

#[tokio::test]
async fn an_answer_thought_about_meanwhile_is_given_when_it_is_asked_for_again() {
    let mut server = FakeServer::start([]).await;
    let (go, gone) = tokio::sync::watch::channel(false);
    let bot = serve(&server, move |turn| {
        let mut gone = gone.clone();
        async move {
            gone.wait_for(|gone| *gone).await?;
            first_legal(turn).await
        }
    });
    let stream = welcomed(&mut server).await;
    say(&stream, Message::Turn(turn("t")));
    while bot.decisions.load(Ordering::Relaxed) == 0 {
        tokio::task::yield_now().await;
    }
    stream.fail(Status::unavailable("cut by the test"));
    let mut stream = welcomed(&mut server).await;
    say(&stream, Message::Turn(turn("t")));
    go.send_replace(true);
    assert_eq!(reply(&mut stream).await.action, 7);
    assert_eq!(bot.decisions.load(Ordering::Relaxed), 1);
}

#[tokio::test]
async fn a_seat_whose_entries_are_lost_is_asked_for_from_the_start() {
    let mut server = FakeServer::start([]).await;
    let (tell, mut told) = tokio::sync::mpsc::unbounded_channel();
    let _bot = serve(&server, move |turn| {
        let _ = tell.send(turn.entries.clone());
        first_legal(turn)
    });
    let mut stream = welcomed(&mut server).await;
    say(&stream, Message::Turn(v1::TurnRequest { from_start: false, entries: entries([3]), ..turn("t") }));
    assert!(reply(&mut stream).await.forgotten);
    say(&stream, Message::Turn(v1::TurnRequest { entries: entries(1..=3), ..turn("t") }));
    reply(&mut stream).await;
    assert_eq!(soon(told.recv()).await, Some(entries(1..=3)));
    say(&stream, Message::Turn(v1::TurnRequest { from_start: false, entries: entries([4]), ..turn("u") }));
    reply(&mut stream).await;
    assert_eq!(soon(told.recv()).await, Some(entries(1..=4)));
}

#[tokio::test]
async fn of_what_went_wrong_nothing_leaves_this_machine() {
    let mut server = FakeServer::start([]).await;
    let _bot = serve(&server, |turn| async move {
        assert_ne!(turn.turn_id, "panic", "a secret");
        Err("a secret".into())
    });
    let mut stream = welcomed(&mut server).await;
    for id in ["error", "panic"] {
        say(&stream, Message::Turn(turn(id)));
        let expected = v1::TurnReply { turn_id: id.to_owned(), failed: true, ..v1::TurnReply::default() };
        assert_eq!(reply(&mut stream).await, expected);
    }
}

#[tokio::test]
async fn an_answer_that_isnt_legal_is_told_as_such() {
    let mut server = FakeServer::start([]).await;
    let _bot = serve(&server, async |_| Ok(99));
    let mut stream = welcomed(&mut server).await;
    say(&stream, Message::Turn(turn("t")));
    let answer = reply(&mut stream).await;
    assert_eq!((answer.action, answer.failed), (-1, false));
}

#[tokio::test]
async fn whoever_is_taken_over_doesnt_come_back() {
    let mut server = FakeServer::start([]).await;
    let bot = serve(&server, first_legal);
    let stream = welcomed(&mut server).await;
    let refusal = v1::Refusal { reason: Reason::NameTaken.into(), ..v1::Refusal::default() };
    say(&stream, Message::Refusal(refusal));
    let ended = soon(bot.ended).await.expect("it didn't panic");
    assert!(matches!(ended, Err(Error::TakenOver(_))), "{ended:?}");
    drop(stream);
    assert!(server.is_left_alone().await);
}

#[tokio::test]
async fn a_late_answer_is_no_reason_to_go() {
    let mut server = FakeServer::start([]).await;
    let _bot = serve(&server, first_legal);
    let mut stream = welcomed(&mut server).await;
    let refusal =
        v1::Refusal { command_id: "before".to_owned(), reason: Reason::TurnOver.into(), ..v1::Refusal::default() };
    say(&stream, Message::Refusal(refusal));
    say(&stream, Message::Turn(turn("t")));
    assert_eq!(reply(&mut stream).await.action, 7);
}

#[tokio::test]
async fn a_turn_that_is_called_off_is_dropped() {
    let mut server = FakeServer::start([]).await;
    let (started, mut starts) = tokio::sync::mpsc::unbounded_channel();
    let _bot = serve(&server, move |turn| {
        let (alive, dropped) = oneshot::channel::<()>();
        let _ = started.send(dropped);
        async move {
            let _alive = alive;
            if turn.turn_id == "endless" { pending().await } else { first_legal(turn).await }
        }
    });
    let mut stream = welcomed(&mut server).await;
    say(&stream, Message::Turn(turn("endless")));
    let dropped = soon(starts.recv()).await.expect("it is thought about");
    say(&stream, Message::Cancelled(v1::TurnCancelled { turn_id: "endless".to_owned(), why: 1 }));
    assert!(soon(dropped).await.is_err());
    say(&stream, Message::Turn(turn("t")));
    assert_eq!(reply(&mut stream).await.turn_id, "t");
}

#[tokio::test]
async fn a_bot_that_leaves_answers_what_it_is_at() {
    let mut server = FakeServer::start([]).await;
    let (go, gone) = tokio::sync::watch::channel(false);
    let bot = serve(&server, move |turn| {
        let mut gone = gone.clone();
        async move {
            gone.wait_for(|gone| *gone).await?;
            first_legal(turn).await
        }
    });
    let mut stream = welcomed(&mut server).await;
    say(&stream, Message::Turn(turn("t")));
    while bot.decisions.load(Ordering::Relaxed) == 0 {
        tokio::task::yield_now().await;
    }
    bot.leave.send(()).expect("it serves");
    let next = stream.next().await.and_then(|request| request.message);
    assert_eq!(next, Some(serve_request::Message::Drain(v1::Drain {})));
    go.send_replace(true);
    assert_eq!(reply(&mut stream).await.action, 7);
    drop(stream);
    soon(bot.ended).await.expect("it didn't panic").expect("it has left in order");
    assert!(server.is_left_alone().await);
}
