package dev.undercroft.client;

import dev.undercroft.v1.Reason;
import io.grpc.Context;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.time.Duration;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Unary calls that survive a short absence of the server. */
final class Calls {
    private static final ScheduledExecutorService DEADLINES = Threads.one("deadlines");

    private final ManagedChannel channel;
    private final Duration patience;
    private final Backoff backoff;

    Calls(ManagedChannel channel, Duration patience, Backoff backoff) {
        this.channel = channel;
        this.patience = patience;
        this.backoff = backoff.within(patience);
    }

    <T> T call(Supplier<T> call) throws InterruptedException {
        long end = System.nanoTime() + patience.toNanos();
        ClientException why = new ConnectionLostException("the server didn't answer in time");
        for (int attempt = 1; ; attempt++) {
            try {
                return before(end, call);
            } catch (StatusRuntimeException failure) {
                why = passing(failure, why);
            }
            Duration told = why instanceof RefusedException refused ? refused.retryAfter() : Duration.ZERO;
            Duration delay = told.plus(backoff.delay(attempt));
            if (System.nanoTime() + delay.toNanos() >= end) {
                throw why;
            }
            TimeUnit.NANOSECONDS.sleep(delay.toNanos());
            channel.resetConnectBackoff();
        }
    }

    private static <T> T before(long end, Supplier<T> call) {
        long left = Math.max(1, end - System.nanoTime());
        try (Context.CancellableContext context =
                Context.current().withDeadlineAfter(left, TimeUnit.NANOSECONDS, DEADLINES)) {
            Context outer = context.attach();
            try {
                return call.get();
            } finally {
                context.detach(outer);
            }
        }
    }

    /**
     * What to say if there is no time for another attempt.
     *
     * @throws ClientException if there is no sense in one
     */
    private static ClientException passing(StatusRuntimeException failure, ClientException before)
            throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        Status.Code code = failure.getStatus().getCode();
        if (code == Status.Code.DEADLINE_EXCEEDED) {
            throw before; // what was said before tells more
        }
        ClientException error = ClientException.of(failure);
        boolean isTransient = code == Status.Code.UNAVAILABLE || code == Status.Code.CANCELLED;
        if (error instanceof RefusedException refused
                && (isTransient || refused.reason() == Reason.REASON_RATE_LIMITED)) {
            return refused;
        }
        if (isTransient) {
            return new ConnectionLostException(
                    "the server can't be reached: " + ClientException.words(failure.getStatus()));
        }
        throw error;
    }
}
