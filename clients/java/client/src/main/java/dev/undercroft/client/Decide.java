package dev.undercroft.client;

/** What a bot does. */
@FunctionalInterface
public interface Decide {
    /**
     * The code of a legal action. Called on threads of the client's, as many at once as the bot takes turns; interrupted
     * if the turn need not be answered any more.
     *
     * @throws Exception if there is no answer; nothing of it leaves this machine
     */
    int decide(BotTurn turn) throws Exception;
}
