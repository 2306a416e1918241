package dev.undercroft.client;

import java.time.Duration;

/** How a connection is, to be shown to a person. */
public sealed interface Connection {
    /** Not needed so far. */
    record Idle() implements Connection {}

    /**
     * The server answers.
     *
     * @param again not for the first time
     */
    record Connected(boolean again) implements Connection {}

    /**
     * Gone; it is tried again by itself.
     *
     * @param retryIn so long until the next attempt
     * @param attempt attempts since it was lost, from 1
     * @param why a few words
     */
    record Lost(Duration retryIn, int attempt, String why) implements Connection {}

    /**
     * Every seat has ended with the error.
     *
     * @param why a few words
     */
    record GivenUp(String why) implements Connection {}
}
