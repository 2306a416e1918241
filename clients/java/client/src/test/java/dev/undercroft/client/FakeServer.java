package dev.undercroft.client;

import dev.undercroft.v1.BotServiceGrpc.BotServiceImplBase;
import dev.undercroft.v1.Fact;
import dev.undercroft.v1.JoinMatchRequest;
import dev.undercroft.v1.JoinMatchResponse;
import dev.undercroft.v1.LegalActions;
import dev.undercroft.v1.Match;
import dev.undercroft.v1.MatchServiceGrpc.MatchServiceImplBase;
import dev.undercroft.v1.MatchStatus;
import dev.undercroft.v1.PlayCommand;
import dev.undercroft.v1.PlayEvent;
import dev.undercroft.v1.PlayRequest;
import dev.undercroft.v1.PlayResponse;
import dev.undercroft.v1.SeatInfo;
import dev.undercroft.v1.ServeRequest;
import dev.undercroft.v1.ServeResponse;
import dev.undercroft.v1.Update;
import io.grpc.Server;
import io.grpc.Status;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;

/** A server in the test's own process: every stream a client opens is handed to the test, which says what comes back. */
final class FakeServer implements AutoCloseable {
    /** Longer than anything takes that happens at all. */
    static final long LONG_S = 20;

    /** Long enough for a mistake to show. */
    static final long SHORT_MS = 200;

    final BlockingQueue<Status> failingJoins = new LinkedBlockingQueue<>();
    final BlockingQueue<JoinMatchRequest> joins = new LinkedBlockingQueue<>();

    private final BlockingQueue<Call<PlayRequest, PlayResponse>> plays = new LinkedBlockingQueue<>();
    private final BlockingQueue<Call<ServeRequest, ServeResponse>> serves = new LinkedBlockingQueue<>();
    private final Server server;

    FakeServer() throws IOException {
        server = NettyServerBuilder.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                .addService(new Matches())
                .addService(new Bots())
                .build()
                .start();
    }

    Client client() {
        return Client.builder("127.0.0.1:" + server.getPort())
                .backoff(new Backoff(Duration.ofMillis(1), Duration.ofMillis(5)))
                .connect();
    }

    /** The next Play stream that is opened. */
    PlayCall play() throws InterruptedException {
        return new PlayCall(soon(plays));
    }

    /** The next Serve stream that is opened. */
    Call<ServeRequest, ServeResponse> serve() throws InterruptedException {
        return soon(serves);
    }

    /** Whether no stream is opened for a while. */
    boolean isLeftAlone() throws InterruptedException {
        return plays.poll(SHORT_MS, TimeUnit.MILLISECONDS) == null
                && serves.poll(SHORT_MS, TimeUnit.MILLISECONDS) == null;
    }

    @Override
    public void close() {
        server.shutdownNow();
    }

    /** What is put into a queue in time. */
    static <T> T soon(BlockingQueue<T> queue) throws InterruptedException {
        T item = queue.poll(LONG_S, TimeUnit.SECONDS);
        if (item == null) {
            throw new AssertionError("nothing has happened");
        }
        return item;
    }

    /** One call, seen from the server. */
    static final class Call<In, Out> implements StreamObserver<In> {
        private final BlockingQueue<Optional<In>> requests = new LinkedBlockingQueue<>();
        private final StreamObserver<Out> responses;

        Call(StreamObserver<Out> responses) {
            this.responses = responses;
        }

        /** What the client sends next; nothing once it has closed its side. */
        Optional<In> next() throws InterruptedException {
            return soon(requests);
        }

        boolean isQuiet() throws InterruptedException {
            return requests.poll(SHORT_MS, TimeUnit.MILLISECONDS) == null;
        }

        void send(Out response) {
            responses.onNext(response);
        }

        /** End it. */
        void fail(Status status) {
            responses.onError(status.asRuntimeException());
        }

        void complete() {
            responses.onCompleted();
        }

        @Override
        public void onNext(In request) {
            requests.add(Optional.of(request));
        }

        @Override
        public void onError(Throwable failure) {
            requests.add(Optional.empty());
        }

        @Override
        public void onCompleted() {
            requests.add(Optional.empty());
        }
    }

    /** A Play stream, command by command. */
    static final class PlayCall {
        private final Call<PlayRequest, PlayResponse> call;
        private final BlockingQueue<PlayCommand> commands = new LinkedBlockingQueue<>();

        PlayCall(Call<PlayRequest, PlayResponse> call) {
            this.call = call;
        }

        /** The next command; nothing once the client has closed its side. */
        Optional<PlayCommand> command() throws InterruptedException {
            if (commands.isEmpty()) {
                Optional<PlayRequest> frame = call.next();
                frame.ifPresent(request -> commands.addAll(request.getCommandsList()));
                if (frame.isEmpty()) {
                    return Optional.empty();
                }
            }
            return Optional.of(commands.remove());
        }

        boolean isQuiet() throws InterruptedException {
            return commands.isEmpty() && call.isQuiet();
        }

        void send(PlayEvent.Builder event) {
            call.send(PlayResponse.newBuilder().addEvents(event).build());
        }

        void send(Update.Builder update) {
            send(PlayEvent.newBuilder().setUpdate(update));
        }

        void fail(Status status) {
            call.fail(status);
        }

        void complete() {
            call.complete();
        }
    }

    /** The first update of a subscription: this seat is to act after so many facts, those after {@code since} told. */
    static Update.Builder snapshot(int subscription, long since, long seq) {
        Match.Builder match = Match.newBuilder()
                .setMatchId("m")
                .setStatus(MatchStatus.MATCH_STATUS_RUNNING)
                .addSeats(SeatInfo.getDefaultInstance());
        return update(subscription, since, seq)
                .setSnapshot(true)
                .setMatch(match)
                .setSeat(1);
    }

    /** An update with the facts {@code since} + 1 to {@code seq}, in which this seat is to act. */
    static Update.Builder update(int subscription, long since, long seq) {
        return Update.newBuilder()
                .setSubscription(subscription)
                .setSince(since)
                .setSeq(seq)
                .addAllFacts(entries(since + 1, seq).stream()
                        .map(entry -> Fact.newBuilder().setEntry(entry).build())
                        .toList())
                .setView("{\"after\":" + seq + "}")
                .setLegal(LegalActions.newBuilder().addAllCodes(List.of(7, 8)).addAllTexts(List.of("a", "b")))
                .addToAct(1)
                .setStatus(MatchStatus.MATCH_STATUS_RUNNING);
    }

    static List<String> entries(long first, long last) {
        return LongStream.rangeClosed(first, last)
                .mapToObj(number -> "{\"n\":" + number + "}")
                .toList();
    }

    private final class Matches extends MatchServiceImplBase {
        @Override
        public StreamObserver<PlayRequest> play(StreamObserver<PlayResponse> responses) {
            Call<PlayRequest, PlayResponse> call = new Call<>(responses);
            plays.add(call);
            return call;
        }

        @Override
        public void joinMatch(JoinMatchRequest request, StreamObserver<JoinMatchResponse> response) {
            joins.add(request);
            Status failure = failingJoins.poll();
            if (failure != null) {
                response.onError(failure.asRuntimeException());
                return;
            }
            response.onNext(JoinMatchResponse.newBuilder()
                    .setMatch(Match.newBuilder().setMatchId("m"))
                    .setSeat(1)
                    .build());
            response.onCompleted();
        }
    }

    private final class Bots extends BotServiceImplBase {
        @Override
        public StreamObserver<ServeRequest> serve(StreamObserver<ServeResponse> responses) {
            Call<ServeRequest, ServeResponse> call = new Call<>(responses);
            serves.add(call);
            return call;
        }
    }
}
