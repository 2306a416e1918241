package dev.undercroft.client;

import dev.undercroft.v1.BotServiceGrpc;
import dev.undercroft.v1.BotServiceGrpc.BotServiceStub;
import dev.undercroft.v1.Drain;
import dev.undercroft.v1.Hello;
import dev.undercroft.v1.Reason;
import dev.undercroft.v1.Refusal;
import dev.undercroft.v1.SeatOver;
import dev.undercroft.v1.ServeRequest;
import dev.undercroft.v1.ServeResponse;
import dev.undercroft.v1.TurnCancelled;
import dev.undercroft.v1.TurnReply;
import dev.undercroft.v1.TurnRequest;
import io.grpc.ManagedChannel;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientResponseObserver;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * A bot of one's own that has dialled in, made by {@link BotBuilder#serve}.
 *
 * <p>A decision is made once: whoever asks for it again, after a lost connection or a restart of the server, gets the
 * answer that was given, or the one that is being thought about.
 */
public final class BotServing implements AutoCloseable {
    /** Answers kept, so that whoever asks again gets the same. */
    private static final int REMEMBERED = 1_024;

    /** Seats whose entries are kept. */
    private static final int JOURNALS = 4_096;

    private final ManagedChannel channel;
    private final Hello hello;
    private final Decide decide;
    private final Attempts attempts;
    private final BotListener listener;
    private final CompletableFuture<Void> end = new CompletableFuture<>();
    /** All but deciding happens on this thread, gRPC's callbacks included. */
    private final ScheduledExecutorService thread = Threads.one("serving");

    private final ExecutorService deciding = Executors.newCachedThreadPool(Threads.named("deciding"));
    private final BotServiceStub bots;
    private final Journals journals = new Journals(JOURNALS);
    private final Map<String, Thought> thinking = new HashMap<>();
    /** Turns that this connection waits for. */
    private final Set<String> asked = new HashSet<>();

    private final Map<String, Integer> answers = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Integer> eldest) {
            return size() > REMEMBERED;
        }
    };

    private Stream stream;
    private boolean ever;
    private boolean draining;

    BotServing(ManagedChannel channel, Hello hello, Decide decide, Attempts attempts, BotListener listener) {
        this.channel = channel;
        this.hello = hello;
        this.decide = decide;
        this.attempts = attempts;
        this.listener = listener;
        bots = BotServiceGrpc.newStub(channel).withExecutor(thread);
    }

    void start(Runnable ended) {
        end.whenComplete((nothing, failure) -> ended.run());
        thread.execute(this::connect);
    }

    /**
     * Wait until it has left, or was closed.
     *
     * @throws TakenOverException if another connection serves this bot
     * @throws RefusedException if the server doesn't take it
     * @throws ConnectionLostException if the server was away for longer than the client's {@code maxWait}
     */
    public void await() throws InterruptedException {
        try {
            end.get();
        } catch (ExecutionException failure) {
            throw ((ClientException) failure.getCause()).again();
        }
    }

    /** Leave: take no new turns, answer those under way, and end. */
    public void drain() {
        thread.execute(() -> {
            if (!draining) {
                draining = true;
                if (stream == null || !stream.send(ServeRequest.newBuilder().setDrain(Drain.getDefaultInstance()))) {
                    finish(null);
                }
            }
        });
    }

    /** End at once, whatever is under way. */
    @Override
    public void close() {
        thread.execute(() -> finish(null));
    }

    private void connect() {
        if (!end.isDone()) {
            journals.clear();
            asked.clear();
            channel.resetConnectBackoff();
            stream = new Stream();
            bots.serve(stream);
            stream.send(ServeRequest.newBuilder().setHello(hello));
        }
    }

    private void finish(ClientException error) {
        if (error == null) {
            end.complete(null);
        } else {
            end.completeExceptionally(error);
        }
        if (stream != null) {
            stream.abandon();
        }
        deciding.shutdownNow();
        thread.shutdown();
    }

    private void lost(ClientException error, Duration told) {
        stream = null;
        if (end.isDone()) {
            return;
        }
        if (draining) {
            finish(null);
        } else if (error.isHopeless()) {
            finish(error);
        } else {
            attempts.next(told)
                    .ifPresentOrElse(
                            delay -> {
                                listener.connection(new Connection.Lost(delay, attempts.count(), error.getMessage()));
                                thread.schedule(this::connect, delay.toNanos(), TimeUnit.NANOSECONDS);
                            },
                            () -> finish(
                                    new ConnectionLostException("no connection for too long: " + error.getMessage())));
        }
    }

    private void takeTurn(TurnRequest request) {
        String turnId = request.getTurnId();
        Optional<BotTurn> turn = journals.turnOf(request);
        if (turn.isEmpty()) {
            reply(TurnReply.newBuilder().setTurnId(turnId).setForgotten(true));
        } else if (answers.containsKey(turnId)) {
            listener.askedAgain(turn.get());
            reply(TurnReply.newBuilder().setTurnId(turnId).setAction(answers.get(turnId)));
        } else if (thinking.containsKey(turnId)) {
            asked.add(turnId);
            listener.askedAgain(turn.get());
        } else {
            asked.add(turnId);
            Thought thought = new Thought(turn.get());
            thinking.put(turnId, thought);
            thought.begin();
        }
    }

    private void callOff(TurnCancelled cancelled) {
        asked.remove(cancelled.getTurnId());
        Thought thought = thinking.remove(cancelled.getTurnId());
        if (thought != null) {
            thought.future.cancel(true);
        }
        listener.cancelled(cancelled.getTurnId(), cancelled.getWhy() == TurnCancelled.Why.WHY_LATE);
    }

    private void reply(TurnReply.Builder reply) {
        stream.send(ServeRequest.newBuilder().setReply(reply));
    }

    /** A decision under way. */
    private final class Thought {
        private final BotTurn turn;
        private final long began = System.nanoTime();
        private Future<?> future;

        Thought(BotTurn turn) {
            this.turn = turn;
        }

        void begin() {
            future = deciding.submit(this::think);
        }

        private void think() {
            try {
                int action = decide.decide(turn);
                thread.execute(() -> decided(action));
            } catch (Exception | StackOverflowError | AssertionError failure) {
                thread.execute(() -> failed(TurnReply.newBuilder().setFailed(true), failure));
            }
        }

        private void decided(int action) {
            if (!turn.legal().getCodesList().contains(action)) {
                // The server is to count it as what it is.
                failed(
                        TurnReply.newBuilder().setAction(-1),
                        new IllegalArgumentException(action + " isn't a legal action"));
            } else if (thinking.remove(turn.turnId(), this)) {
                answers.put(turn.turnId(), action);
                listener.answered(turn, action, Duration.ofNanos(System.nanoTime() - began));
                answer(TurnReply.newBuilder().setAction(action));
            }
        }

        private void failed(TurnReply.Builder reply, Throwable failure) {
            if (thinking.remove(turn.turnId(), this)) {
                listener.failed(turn, failure);
                answer(reply);
            }
        }

        private void answer(TurnReply.Builder reply) {
            if (stream != null && asked.remove(turn.turnId())) {
                reply(reply.setTurnId(turn.turnId()));
            }
        }
    }

    /** One call, from open to end. */
    private final class Stream implements ClientResponseObserver<ServeRequest, ServeResponse> {
        private ClientCallStreamObserver<ServeRequest> requests;
        private boolean over;

        @Override
        public void beforeStart(ClientCallStreamObserver<ServeRequest> observer) {
            requests = observer;
        }

        /** Send it, if the stream isn't over; few frames are under way at once, as many as there are turns. */
        boolean send(ServeRequest.Builder request) {
            if (!over) {
                requests.onNext(request.build());
            }
            return !over;
        }

        void abandon() {
            over = true;
            requests.cancel("not needed any more", null);
        }

        @Override
        public void onNext(ServeResponse frame) {
            if (over) {
                return;
            }
            switch (frame.getMessageCase()) {
                case WELCOME -> welcomed();
                case TURN -> takeTurn(frame.getTurn());
                case CANCELLED -> callOff(frame.getCancelled());
                case OVER -> over(frame.getOver());
                case REFUSAL -> refused(frame.getRefusal());
                case GOODBYE ->
                    end(
                            new ConnectionLostException("the server is shutting down"),
                            Duration.ofMillis(frame.getGoodbye().getReconnectAfterMs()));
                case MESSAGE_NOT_SET -> {} // from a newer server
            }
        }

        private void welcomed() {
            attempts.succeeded();
            listener.connection(new Connection.Connected(ever));
            ever = true;
        }

        private void over(SeatOver seat) {
            journals.remove(seat.getMatchId(), seat.getSeat());
            listener.over(
                    seat.getMatchId(),
                    seat.getSeat(),
                    Optional.of(seat).filter(SeatOver::hasOutcome).map(SeatOver::getOutcome));
        }

        private void refused(Refusal refusal) {
            RefusedException refused = RefusedException.of(refusal);
            if (refusal.getCommandId().isEmpty()) {
                end(refused);
            } else {
                asked.remove(refusal.getCommandId());
                listener.refused(refusal.getCommandId(), refused);
            }
        }

        @Override
        public void onError(Throwable failure) {
            end(ClientException.of(failure));
        }

        @Override
        public void onCompleted() {
            end(new ConnectionLostException("the server ended the connection"));
        }

        private void end(ClientException error) {
            if (error instanceof RefusedException refused) {
                boolean taken = refused.reason() == Reason.REASON_NAME_TAKEN;
                end(taken ? new TakenOverException(refused.getMessage()) : refused, refused.retryAfter());
            } else {
                end(error, Duration.ZERO);
            }
        }

        private void end(ClientException error, Duration told) {
            if (!over) {
                abandon();
                lost(error, told);
            }
        }
    }
}
