package dev.undercroft.client;

import dev.undercroft.v1.MatchServiceGrpc.MatchServiceStub;
import dev.undercroft.v1.PlayCommand;
import dev.undercroft.v1.PlayEvent;
import dev.undercroft.v1.PlayRequest;
import dev.undercroft.v1.PlayResponse;
import io.grpc.ManagedChannel;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientResponseObserver;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Keeps the Play stream up: opens it, writes, reads, and makes it anew when it is lost.
 *
 * <p>All of it happens on one thread, gRPC's callbacks included.
 */
final class Link {
    /** A frame isn't made longer than this: half of what a server takes as one message. */
    private static final int FRAME_BYTES = 1 << 17;

    /** A frame holds no more commands: a quarter of what a server takes. */
    private static final int FRAME_COMMANDS = 1_000;

    private final ManagedChannel channel;
    private final MatchServiceStub matches;
    private final ScheduledExecutorService thread;
    private final Play play;
    private final Backoff backoff;
    private final Attempts attempts;
    private final Consumer<Connection> tell;

    /** The stream, while there is one. */
    private Stream stream;
    /** The next attempt is set for later. */
    private boolean waiting;

    private boolean ever;

    Link(
            ManagedChannel channel,
            MatchServiceStub matches,
            ScheduledExecutorService thread,
            Backoff backoff,
            Duration maxWait,
            Consumer<Connection> tell) {
        this.channel = channel;
        this.matches = matches.withExecutor(thread);
        this.thread = thread;
        this.backoff = backoff;
        this.attempts = new Attempts(backoff, maxWait);
        this.tell = tell;
        this.play = new Play(() -> thread.execute(this::step));
    }

    Play play() {
        return play;
    }

    private void later(Duration wait, Runnable work) {
        thread.schedule(work, wait.toNanos(), TimeUnit.NANOSECONDS);
    }

    private void step() {
        if (stream != null) {
            stream.write();
        } else if (!waiting && play.isNeeded()) {
            channel.resetConnectBackoff();
            stream = new Stream();
            matches.play(stream);
        }
    }

    /** The stream has ended. */
    private void lost(ClientException error, Duration told) {
        stream = null;
        if (!play.isNeeded()) {
            tell.accept(new Connection.Idle());
            return;
        }
        if (error.isHopeless()) {
            giveUp(error);
            return;
        }
        Optional<Duration> delay = attempts.next(told);
        if (delay.isEmpty()) {
            giveUp(new ConnectionLostException("no connection for too long: " + error.getMessage()));
            return;
        }
        tell.accept(new Connection.Lost(delay.get(), attempts.count(), error.getMessage()));
        waiting = true;
        later(delay.get(), () -> {
            waiting = false;
            step();
        });
    }

    private void giveUp(ClientException error) {
        attempts.succeeded();
        tell.accept(new Connection.GivenUp(error.getMessage()));
        play.fail(error);
    }

    /** One call, from open to end. */
    private final class Stream implements ClientResponseObserver<PlayRequest, PlayResponse>, Play.Reaction {
        private ClientCallStreamObserver<PlayRequest> requests;
        private final Deque<PlayCommand> unsent = new ArrayDeque<>();
        private boolean up;
        private boolean going;
        private boolean over;
        /** When the server that is going may be called again, by {@link System#nanoTime}. */
        private long until;

        @Override
        public void beforeStart(ClientCallStreamObserver<PlayRequest> observer) {
            requests = observer;
            unsent.addAll(play.opening());
            observer.setOnReadyHandler(this::write);
        }

        /** Send what waits, as far as the transport takes it. */
        void write() {
            if (over || going) {
                return;
            }
            unsent.addAll(play.take());
            while (!unsent.isEmpty() && requests.isReady()) {
                requests.onNext(frame());
            }
        }

        private PlayRequest frame() {
            PlayRequest.Builder frame = PlayRequest.newBuilder().addCommands(unsent.remove());
            int size = frame.getCommands(0).getSerializedSize();
            while (!unsent.isEmpty() && frame.getCommandsCount() < FRAME_COMMANDS) {
                size += unsent.peek().getSerializedSize();
                if (size > FRAME_BYTES) {
                    break;
                }
                frame.addCommands(unsent.remove());
            }
            return frame.build();
        }

        @Override
        public void onNext(PlayResponse frame) {
            if (over) {
                return; // that another connection has the seat may be said of our own next one
            }
            if (!up) {
                up = true;
                attempts.succeeded();
                tell.accept(new Connection.Connected(ever));
                ever = true;
            }
            List<PlayEvent> events = frame.getEventsList();
            events.forEach(event -> play.receive(event, this));
        }

        /** Write nothing more, and read what is still answered, for as long as we were told to wait. */
        @Override
        public void leave(Optional<Duration> told) {
            if (!going) {
                going = true;
                Duration pause = told.orElse(Duration.ZERO);
                until = System.nanoTime() + pause.toNanos();
                requests.onCompleted();
                later(pause, () -> end(null));
            }
        }

        @Override
        public void askAgain(Subscription subscription, Optional<Duration> told) {
            later(told.orElse(backoff.most()), () -> play.askAgain(subscription));
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
            if (over) {
                return;
            }
            over = true;
            requests.cancel("not needed any more", null);
            if (going) {
                long left = Math.max(0, until - System.nanoTime());
                lost(new ConnectionLostException("the server is shutting down"), Duration.ofNanos(left));
            } else {
                Duration told = error instanceof RefusedException refused ? refused.retryAfter() : Duration.ZERO;
                lost(error, told);
            }
        }
    }
}
