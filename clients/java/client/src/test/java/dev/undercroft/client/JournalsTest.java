package dev.undercroft.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.undercroft.v1.TurnRequest;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class JournalsTest {
    private static Optional<BotTurn> ask(Journals journals, String match, boolean fromStart, String... entries) {
        return journals.turnOf(TurnRequest.newBuilder()
                .setMatchId(match)
                .setFromStart(fromStart)
                .addAllEntries(List.of(entries))
                .build());
    }

    @Test
    void aTurnHasAllThatTheSeatWasEverTold() {
        Journals journals = new Journals(10);
        ask(journals, "m", true, "a", "b");
        BotTurn turn = ask(journals, "m", false, "c").orElseThrow();
        assertEquals(List.of("a", "b", "c"), turn.entries());
        assertEquals(1, turn.fresh());
    }

    @Test
    void whatWasToldBeforeIsntToldTwiceAfterANewStart() {
        Journals journals = new Journals(10);
        ask(journals, "m", true, "a");
        assertEquals(
                List.of("a", "b"),
                ask(journals, "m", true, "a", "b").orElseThrow().entries());
    }

    @Test
    void theSeatLongestUnusedIsForgottenFirst() {
        Journals journals = new Journals(2);
        ask(journals, "m", true);
        ask(journals, "n", true);
        ask(journals, "m", false);
        ask(journals, "o", true);
        assertEquals(Optional.empty(), ask(journals, "n", false));
        assertTrue(ask(journals, "m", false).isPresent());
    }
}
