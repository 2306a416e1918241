//! A server in the test's own process: every stream a client opens is handed to the test, which says what comes back.

#![allow(dead_code)] // each test file needs a part of it

use std::{collections::VecDeque, sync::Mutex, time::Duration};

use tokio::{
    io::{AsyncReadExt, AsyncWriteExt, copy_bidirectional},
    net::{TcpListener, TcpStream},
    sync::mpsc,
    time::timeout,
};
use tokio_stream::wrappers::{TcpListenerStream, UnboundedReceiverStream};
use tonic::{Request, Response, Status, Streaming, transport::Server};
use undercroft_client::{
    Backoff, Client,
    v1::{
        self,
        bot_service_server::{BotService, BotServiceServer},
        match_service_server::{MatchService, MatchServiceServer},
        play_command::Command,
        play_event::Event,
    },
};

/// Longer than anything takes that happens at all.
const LONG: Duration = Duration::from_secs(20);
/// Long enough for a mistake to show.
pub const SHORT: Duration = Duration::from_millis(200);

/// How HTTP/2 begins: an empty frame of settings.
const SETTINGS: &[u8] = &[0, 0, 0, 4, 0, 0, 0, 0, 0];

pub struct FakeServer {
    pub address: String,
    plays: mpsc::UnboundedReceiver<Stream<v1::PlayRequest, v1::PlayResponse>>,
    serves: mpsc::UnboundedReceiver<Stream<v1::ServeRequest, v1::ServeResponse>>,
    joins: mpsc::UnboundedReceiver<v1::JoinMatchRequest>,
}

/// One call, seen from the server.
pub struct Stream<In, Out> {
    requests: Streaming<In>,
    responses: mpsc::UnboundedSender<Result<Out, Status>>,
}

pub type Play = Conversation;
pub type Serve = Stream<v1::ServeRequest, v1::ServeResponse>;

/// A Play stream, command by command.
pub struct Conversation {
    stream: Stream<v1::PlayRequest, v1::PlayResponse>,
    commands: VecDeque<v1::PlayCommand>,
}

impl FakeServer {
    /// A server; the first joins are answered as told, all others with seat 1 of match `m`.
    pub async fn start(joins: impl IntoIterator<Item = Status>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("there is a port");
        let address = listener.local_addr().expect("it has an address").to_string();
        let (play_sender, plays) = mpsc::unbounded_channel();
        let (serve_sender, serves) = mpsc::unbounded_channel();
        let (join_sender, join_requests) = mpsc::unbounded_channel();
        let failures = Mutex::new(joins.into_iter().collect());
        let grpc = Server::builder()
            .add_service(MatchServiceServer::new(Matches { plays: play_sender, joins: join_sender, failures }))
            .add_service(BotServiceServer::new(Bots { serves: serve_sender }))
            .serve_with_incoming(TcpListenerStream::new(listener));
        tokio::spawn(grpc);
        Self { address, plays, serves, joins: join_requests }
    }

    pub fn client(&self) -> Client {
        client_of(&self.address)
    }

    /// The next Play stream that is opened.
    pub async fn play(&mut self) -> Play {
        let stream = soon(self.plays.recv()).await.expect("the server runs");
        Conversation { stream, commands: VecDeque::new() }
    }

    /// The next Serve stream that is opened.
    pub async fn serve(&mut self) -> Serve {
        soon(self.serves.recv()).await.expect("the server runs")
    }

    /// Whether no stream is opened for a while.
    pub async fn is_left_alone(&mut self) -> bool {
        timeout(SHORT, self.plays.recv()).await.is_err() && timeout(SHORT, self.serves.recv()).await.is_err()
    }

    pub async fn join_request(&mut self) -> v1::JoinMatchRequest {
        soon(self.joins.recv()).await.expect("the server runs")
    }
}

impl<In, Out> Stream<In, Out> {
    /// What the client sends next; nothing once it has closed its side.
    pub async fn next(&mut self) -> Option<In> {
        soon(self.requests.message()).await.unwrap_or(None)
    }

    pub fn send(&self, response: Out) {
        self.responses.send(Ok(response)).expect("the client listens");
    }

    /// End it.
    pub fn fail(self, status: Status) {
        let _ = self.responses.send(Err(status));
    }
}

impl Conversation {
    /// The next command; nothing once the client has closed its side.
    pub async fn command(&mut self) -> Option<Command> {
        while self.commands.is_empty() {
            self.commands.extend(self.stream.next().await?.commands);
        }
        self.commands.pop_front()?.command
    }

    pub async fn subscribe(&mut self) -> v1::Subscribe {
        match self.command().await {
            Some(Command::Subscribe(subscribe)) => subscribe,
            other => panic!("a subscription was expected, not {other:?}"),
        }
    }

    pub async fn act(&mut self) -> v1::Action {
        match self.command().await {
            Some(Command::Act(action)) => action,
            other => panic!("an action was expected, not {other:?}"),
        }
    }

    /// Whether nothing is sent for a while.
    pub async fn is_quiet(&mut self) -> bool {
        timeout(SHORT, self.command()).await.is_err()
    }

    pub fn send(&self, event: Event) {
        self.stream.send(v1::PlayResponse { events: vec![v1::PlayEvent { event: Some(event) }] });
    }

    pub fn fail(self, status: Status) {
        self.stream.fail(status);
    }
}

pub fn client_of(address: &str) -> Client {
    let backoff = Backoff { first: Duration::from_millis(1), most: Duration::from_millis(5) };
    Client::builder(address).backoff(backoff).connect().expect("the address is one")
}

/// The address of a line to a server that is cut once, when something has been said.
pub async fn cutting_once(server: String) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("there is a port");
    let address = listener.local_addr().expect("it has an address").to_string();
    tokio::spawn(async move {
        let (mut first, _) = listener.accept().await.expect("somebody comes");
        let _ = first.write_all(SETTINGS).await;
        let _ = timeout(SHORT, async { while first.read_u8().await.is_ok() {} }).await;
        drop(first);
        while let Ok((mut near, _)) = listener.accept().await {
            let mut far = TcpStream::connect(&server).await.expect("the server runs");
            tokio::spawn(async move { copy_bidirectional(&mut near, &mut far).await });
        }
    });
    address
}

/// The first update of a subscription: this seat is to act after so many facts.
pub fn snapshot(subscription: u32, facts: u64) -> v1::Update {
    let played = v1::Match {
        match_id: "m".to_owned(),
        status: v1::MatchStatus::Running.into(),
        seats: vec![v1::SeatInfo::default()],
        ..v1::Match::default()
    };
    v1::Update { snapshot: true, r#match: Some(played), seat: 1, ..update(subscription, 0, facts) }
}

/// An update with the facts `since` + 1 to `seq`, in which this seat is to act.
pub fn update(subscription: u32, since: u64, seq: u64) -> v1::Update {
    v1::Update {
        subscription,
        seq,
        since,
        facts: (since + 1..=seq).map(fact).collect(),
        view: format!(r#"{{"after":{seq}}}"#),
        legal: Some(v1::LegalActions {
            codes: vec![7, 8],
            texts: vec!["a".to_owned(), "b".to_owned()],
            labels: Vec::new(),
        }),
        to_act: vec![1],
        status: v1::MatchStatus::Running.into(),
        ..v1::Update::default()
    }
}

pub fn fact(number: u64) -> v1::Fact {
    v1::Fact { fact: Some(v1::fact::Fact::Entry(entry(number))), sentence: String::new() }
}

pub fn entry(number: u64) -> String {
    format!(r#"{{"n":{number}}}"#)
}

pub fn entries(numbers: impl IntoIterator<Item = u64>) -> Vec<String> {
    numbers.into_iter().map(entry).collect()
}

/// What happens has to happen in time.
pub async fn soon<T>(happening: impl Future<Output = T>) -> T {
    timeout(LONG, happening).await.expect("it happens in time")
}

struct Matches {
    plays: mpsc::UnboundedSender<Stream<v1::PlayRequest, v1::PlayResponse>>,
    joins: mpsc::UnboundedSender<v1::JoinMatchRequest>,
    failures: Mutex<VecDeque<Status>>,
}

struct Bots {
    serves: mpsc::UnboundedSender<Stream<v1::ServeRequest, v1::ServeResponse>>,
}

type Responses<Out> = UnboundedReceiverStream<Result<Out, Status>>;

fn hand_over<In, Out>(
    requests: Request<Streaming<In>>,
    to: &mpsc::UnboundedSender<Stream<In, Out>>,
) -> Result<Response<Responses<Out>>, Status> {
    let (responses, receiver) = mpsc::unbounded_channel();
    to.send(Stream { requests: requests.into_inner(), responses })
        .map_err(|_| Status::unavailable("the test is over"))?;
    Ok(Response::new(UnboundedReceiverStream::new(receiver)))
}

fn not_here<T>() -> Result<Response<T>, Status> {
    Err(Status::unimplemented("not in this test"))
}

#[tonic::async_trait]
impl MatchService for Matches {
    type PlayStream = Responses<v1::PlayResponse>;
    type WatchStream = Responses<v1::WatchResponse>;

    async fn play(&self, requests: Request<Streaming<v1::PlayRequest>>) -> Result<Response<Self::PlayStream>, Status> {
        hand_over(requests, &self.plays)
    }

    async fn join_match(
        &self,
        request: Request<v1::JoinMatchRequest>,
    ) -> Result<Response<v1::JoinMatchResponse>, Status> {
        let _ = self.joins.send(request.into_inner());
        if let Some(status) = self.failures.lock().expect("no test has failed").pop_front() {
            return Err(status);
        }
        let played = v1::Match { match_id: "m".to_owned(), ..v1::Match::default() };
        Ok(Response::new(v1::JoinMatchResponse { r#match: Some(played), seat: 1 }))
    }

    async fn create_match(
        &self,
        _: Request<v1::CreateMatchRequest>,
    ) -> Result<Response<v1::CreateMatchResponse>, Status> {
        not_here()
    }

    async fn get_match(&self, _: Request<v1::GetMatchRequest>) -> Result<Response<v1::GetMatchResponse>, Status> {
        not_here()
    }

    async fn list_matches(
        &self,
        _: Request<v1::ListMatchesRequest>,
    ) -> Result<Response<v1::ListMatchesResponse>, Status> {
        not_here()
    }

    async fn get_record(&self, _: Request<v1::GetRecordRequest>) -> Result<Response<v1::GetRecordResponse>, Status> {
        not_here()
    }

    async fn watch(&self, _: Request<v1::WatchRequest>) -> Result<Response<Self::WatchStream>, Status> {
        not_here()
    }

    async fn act(&self, _: Request<v1::ActRequest>) -> Result<Response<v1::ActResponse>, Status> {
        not_here()
    }
}

#[tonic::async_trait]
impl BotService for Bots {
    type ServeStream = Responses<v1::ServeResponse>;

    async fn serve(
        &self,
        requests: Request<Streaming<v1::ServeRequest>>,
    ) -> Result<Response<Self::ServeStream>, Status> {
        hand_over(requests, &self.serves)
    }

    async fn list_bots(&self, _: Request<v1::ListBotsRequest>) -> Result<Response<v1::ListBotsResponse>, Status> {
        not_here()
    }

    async fn challenge(&self, _: Request<v1::ChallengeRequest>) -> Result<Response<v1::ChallengeResponse>, Status> {
        not_here()
    }
}
