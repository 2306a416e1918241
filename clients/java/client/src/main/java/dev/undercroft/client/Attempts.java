package dev.undercroft.client;

import java.time.Duration;
import java.util.Optional;

/** The attempts since a stream was lost. */
final class Attempts {
    private final Backoff backoff;
    private final Duration maxWait;
    private int count;
    private long lostAt;

    /** For as long as {@code maxWait} says, or for ever if it is null. */
    Attempts(Backoff backoff, Duration maxWait) {
        this.backoff = backoff;
        this.maxWait = maxWait;
    }

    /** The stream is up. */
    void succeeded() {
        count = 0;
    }

    /** Which attempt the next one is. */
    int count() {
        return count;
    }

    /** How long to wait before the next attempt, at least as long as told; nothing if that would be too long. */
    Optional<Duration> next(Duration told) {
        long now = System.nanoTime();
        if (count == 0) {
            lostAt = now;
        }
        count++;
        Duration delay = told.plus(backoff.delay(count));
        boolean tooLong = maxWait != null && delay.plusNanos(now - lostAt).compareTo(maxWait) > 0;
        return tooLong ? Optional.empty() : Optional.of(delay);
    }
}
