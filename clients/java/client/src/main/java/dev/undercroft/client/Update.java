package dev.undercroft.client;

import dev.undercroft.v1.Clock;
import dev.undercroft.v1.Fact;
import dev.undercroft.v1.LegalActions;
import dev.undercroft.v1.Match;
import dev.undercroft.v1.MatchStatus;
import dev.undercroft.v1.Outcome;
import dev.undercroft.v1.Presence;
import java.util.List;

/**
 * The newest state of things for one seat, and the facts number {@code since} + 1 to {@code seq}.
 *
 * <p>{@code facts} are those since the update that was handed out before this one: none is ever left out, or told twice.
 * Everything else is the newest.
 *
 * @param seq how many facts this seat was told, those below included; with it the seat can be resumed elsewhere
 * @param since how many before those below
 * @param facts what this seat was told, oldest first
 * @param seat this seat, or {@link #SPECTATOR}
 * @param match what everybody may know of the match
 * @param toAct seats to act, as far as this one may know
 * @param legal the legal actions; none if this seat isn't to act
 * @param view what the seat sees, as JSON; empty before the start, and if not wanted
 * @param board a picture of it: a JSON list of lines, each a list of [text, style]; if wanted
 * @param svg a drawing of it, a whole SVG document; if wanted, and if there is one
 * @param clocks of all seats, if thinking time is counted
 * @param presence which players are connected
 */
public record Update(
        long seq,
        long since,
        List<Fact> facts,
        int seat,
        Match match,
        List<Integer> toAct,
        LegalActions legal,
        String view,
        String board,
        String svg,
        List<Clock> clocks,
        List<Presence> presence) {
    /** The seat of somebody who watches and sits nowhere. */
    public static final int SPECTATOR = -2;

    static Update of(dev.undercroft.v1.Update state, long since, List<Fact> facts, int seat, Match match) {
        return new Update(
                state.getSeq(),
                since,
                List.copyOf(facts),
                seat,
                match,
                List.copyOf(state.getToActList()),
                state.getLegal(),
                state.getView(),
                state.getBoard(),
                state.getSvg(),
                List.copyOf(state.getClocksList()),
                List.copyOf(state.getPresenceList()));
    }

    /** How far the match has come. */
    public MatchStatus status() {
        return match.getStatus();
    }

    /** Whether the match is finished or aborted. */
    public boolean isOver() {
        return isOver(status());
    }

    /** How the match ended; the default one if it hasn't, or was called off. */
    public Outcome outcome() {
        return match.getOutcome();
    }

    /** Whether this seat is to act. */
    public boolean isMyTurn() {
        return legal.getCodesCount() > 0;
    }

    /** The entries of the game's journal among the facts, as JSON. */
    public List<String> entries() {
        return facts.stream().filter(Fact::hasEntry).map(Fact::getEntry).toList();
    }

    static boolean isOver(MatchStatus status) {
        return status == MatchStatus.MATCH_STATUS_FINISHED || status == MatchStatus.MATCH_STATUS_ABORTED;
    }
}
