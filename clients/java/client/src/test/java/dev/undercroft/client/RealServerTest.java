package dev.undercroft.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.undercroft.v1.CreateMatchRequest;
import dev.undercroft.v1.CreateMatchResponse;
import dev.undercroft.v1.Reason;
import dev.undercroft.v1.SeatFill;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;

/** With a server at {@code UNDERCROFT_TEST_SERVER}: it and this client understand each other. */
@Timeout(120)
@EnabledIfEnvironmentVariable(
        named = "UNDERCROFT_TEST_SERVER",
        matches = ".+",
        disabledReason = "UNDERCROFT_TEST_SERVER names no server")
class RealServerTest {
    @Test
    void anIllegalActionIsRefusedWithWhatIsLegalAndPlayGoesOn() throws Exception {
        try (Client client = Client.connect(System.getenv("UNDERCROFT_TEST_SERVER"))) {
            CreateMatchRequest request = CreateMatchRequest.newBuilder()
                    .setRequestId(Randomness.id())
                    .setGame("dungeon-of-fear")
                    .addSeats(SeatFill.newBuilder().setOpen(SeatFill.Open.getDefaultInstance()))
                    .addSeats(SeatFill.newBuilder().setBot("heuristic"))
                    .setPaceMs(0)
                    .build();
            CreateMatchResponse created = client.call(() -> client.matches().createMatch(request));
            String code = created.getCodes(0).getCode();
            Joined joined = client.join(code, "Ann");
            assertEquals(0, joined.seat());
            RefusedException taken = assertThrows(RefusedException.class, () -> client.join(code, "Bob"));
            assertEquals(Reason.REASON_SEAT_TAKEN, taken.reason());
            try (Seat seat = client.seat(joined.match().getMatchId(), joined.token())) {
                play(seat);
            }
        }
    }

    private static void play(Seat seat) throws InterruptedException {
        Update update = seat.nextTurn();
        // That is the other corner of the board.
        RefusedException refused = assertThrows(RefusedException.class, () -> seat.act("f6xf5"));
        assertEquals(Reason.REASON_ILLEGAL_ACTION, refused.reason());
        assertEquals(update.legal().getTextsList(), refused.legal());
        for (update = seat.nextTurn(); !update.isOver(); update = seat.nextTurn()) {
            seat.act(update.legal().getCodes(0));
        }
        assertEquals(2, update.outcome().getReturnsCount());
    }
}
