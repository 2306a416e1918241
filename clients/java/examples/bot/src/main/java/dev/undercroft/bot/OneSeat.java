package dev.undercroft.bot;

import dev.undercroft.client.Client;
import dev.undercroft.client.Joined;
import dev.undercroft.client.RefusedException;
import dev.undercroft.client.Seat;
import dev.undercroft.client.Update;
import dev.undercroft.v1.Reason;

/** Plays a match in one seat; the first argument is its code. */
public final class OneSeat {
    private OneSeat() {}

    public static void main(String[] arguments) throws InterruptedException {
        try (Client client = Client.connect("127.0.0.1:7070")) {
            Joined joined = client.join(arguments[0], "Ann");
            try (Seat seat = client.seat(joined.match().getMatchId(), joined.token())) {
                Update update;
                for (update = seat.nextTurn(); !update.isOver(); update = seat.nextTurn()) {
                    try {
                        seat.act(update.legal().getTexts(0));
                    } catch (RefusedException refused) {
                        if (refused.reason() != Reason.REASON_ILLEGAL_ACTION) {
                            throw refused;
                        }
                        System.out.println("legal are " + refused.legal());
                    }
                }
                System.out.println(update.outcome());
            }
        }
    }
}
