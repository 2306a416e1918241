package dev.undercroft.client;

import dev.undercroft.v1.LegalActions;
import java.time.Duration;
import java.util.List;

/**
 * A decision to make: what a person in that seat would be sent.
 *
 * @param turnId the same however often the decision is asked for
 * @param matchId the match
 * @param game id of the game
 * @param gameVersion the version whose rules hold in this match
 * @param options the match's options, as JSON
 * @param seats how many seats the match has
 * @param seat the bot's own
 * @param view what it sees, as JSON
 * @param entries all that the seat was ever told, as JSON, oldest first
 * @param fresh so many of them, the last ones, since this seat's last turn
 * @param legal what may be answered; never empty
 * @param left how long the server waits for the answer
 */
public record BotTurn(
        String turnId,
        String matchId,
        String game,
        String gameVersion,
        String options,
        int seats,
        int seat,
        String view,
        List<String> entries,
        int fresh,
        LegalActions legal,
        Duration left) {}
