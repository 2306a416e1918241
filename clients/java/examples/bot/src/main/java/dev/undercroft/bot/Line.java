package dev.undercroft.bot;

import com.google.gson.Gson;
import dev.undercroft.v1.Outcome;
import java.util.List;
import java.util.Optional;

/** The line of JSON about a match that is over; its fields are called as they are written. */
record Line(
        String match_id, int seat, String status, List<Integer> returns, String reason, int actions, int reconnects) {
    /** The line of a match; without an outcome it was called off. */
    static Line of(String matchId, int seat, Optional<Outcome> outcome, int actions, int reconnects) {
        String status = outcome.isPresent() ? "finished" : "aborted";
        Outcome end = outcome.orElse(Outcome.getDefaultInstance());
        return new Line(matchId, seat, status, end.getReturnsList(), end.getReason(), actions, reconnects);
    }

    void print() {
        System.out.println(new Gson().toJson(this));
    }
}
