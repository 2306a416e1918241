package dev.undercroft.bot;

import dev.undercroft.client.Client;
import dev.undercroft.client.ClientException;
import dev.undercroft.client.Joined;
import dev.undercroft.client.RefusedException;
import dev.undercroft.client.Seat;
import dev.undercroft.client.Update;
import dev.undercroft.v1.MatchStatus;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** Matches that others have made. */
final class Joining {
    private Joining() {}

    /** Play in all these matches at once. */
    static void run(Client client, Arguments arguments) throws InterruptedException, ExecutionException {
        if (arguments.others().isEmpty()) {
            throw new Arguments.Wrong("a code is missing");
        }
        String name = arguments.optional("name").orElse("java-bot");
        ExecutorService threads = Executors.newCachedThreadPool();
        try {
            ExecutorCompletionService<Void> matches = new ExecutorCompletionService<>(threads);
            for (String code : arguments.others()) {
                matches.submit(() -> play(client, code, name));
            }
            for (int left = arguments.others().size(); left > 0; left--) {
                matches.take().get();
            }
        } finally {
            threads.shutdownNow();
        }
    }

    private static Void play(Client client, String code, String name) throws InterruptedException {
        try {
            Joined joined = client.join(code, name);
            try (Seat seat = client.seat(joined.match().getMatchId(), joined.token())) {
                play(seat);
            }
        } catch (ClientException failure) {
            throw new IllegalStateException("code " + code + ": " + failure.getMessage(), failure);
        }
        return null;
    }

    private static void play(Seat seat) throws InterruptedException {
        int actions = 0;
        Update update;
        for (update = seat.nextTurn(); !update.isOver(); update = seat.nextTurn()) {
            try {
                seat.act(Bot.decide(update.view(), update.legal()));
                actions++;
            } catch (RefusedException refused) {
                switch (refused.reason()) {
                    // The match has gone on meanwhile, as when somebody has resigned.
                    case REASON_STALE, REASON_NOT_YOUR_TURN, REASON_TIME_UP, REASON_MATCH_OVER -> {}
                    case REASON_STORAGE_UNAVAILABLE -> TimeUnit.SECONDS.sleep(1);
                    default -> throw refused;
                }
            }
        }
        boolean finished = update.status() == MatchStatus.MATCH_STATUS_FINISHED;
        Line.of(
                        seat.matchId(),
                        update.seat(),
                        Optional.of(update.outcome()).filter(outcome -> finished),
                        actions,
                        seat.resumed())
                .print();
    }
}
