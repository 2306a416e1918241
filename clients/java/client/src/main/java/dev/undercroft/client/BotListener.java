package dev.undercroft.client;

import dev.undercroft.v1.Outcome;
import java.time.Duration;
import java.util.Optional;

/** Hears what becomes of a bot that serves, on one thread, which it shouldn't keep waiting. All methods do nothing here. */
public interface BotListener {
    /** The connection has changed. */
    default void connection(Connection connection) {}

    /** A turn was asked that the bot is at, or has answered before: that answer is sent again. */
    default void askedAgain(BotTurn turn) {}

    /** The bot has decided on an action. */
    default void answered(BotTurn turn, int action, Duration took) {}

    /** The bot has no answer, or one that isn't legal; a stand-in makes the decision. */
    default void failed(BotTurn turn, Throwable failure) {}

    /** A turn need not be answered any more; if {@code late}, its time was up. */
    default void cancelled(String turnId, boolean late) {}

    /** An answer doesn't count. */
    default void refused(String turnId, RefusedException refused) {}

    /** A match is over; without an outcome it was called off. */
    default void over(String matchId, int seat, Optional<Outcome> outcome) {}
}
