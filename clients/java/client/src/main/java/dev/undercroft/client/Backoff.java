package dev.undercroft.client;

import java.time.Duration;

/**
 * How long to wait between attempts: at random between nothing and {@code first}, doubled with each attempt, never above
 * {@code most}.
 *
 * <p>The random part keeps a thousand clients of one server from coming back in one instant.
 *
 * @param first the most for the first attempt
 * @param most the most for any
 */
public record Backoff(Duration first, Duration most) {
    /** 0.4 s at first, 10 s at most. */
    public static final Backoff DEFAULT = new Backoff(Duration.ofMillis(400), Duration.ofSeconds(10));

    /** How long before an attempt; the first is number 1. */
    public Duration delay(int attempt) {
        double doubled = first.toNanos() * Math.pow(2, attempt - 1.0);
        return Duration.ofNanos((long) (Math.min(doubled, most.toNanos()) * Randomness.fraction()));
    }

    /** The same for who is patient only for so long: waits are short enough that there are some attempts to the end. */
    Backoff within(Duration patience) {
        Duration tenth = patience.dividedBy(10);
        return tenth.compareTo(most) < 0 ? new Backoff(first, tenth) : this;
    }
}
