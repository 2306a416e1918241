package dev.undercroft.client;

import dev.undercroft.v1.TurnRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What each seat was told so far by one connection; of so many seats, the longest unused are forgotten. */
final class Journals {
    private record Place(String matchId, int seat) {}

    private final Map<Place, List<String>> told = new LinkedHashMap<>();
    private final int most;

    Journals(int most) {
        this.most = most;
    }

    /** A new connection tells everything anew. */
    void clear() {
        told.clear();
    }

    /** Nothing more is told to a seat. */
    void remove(String matchId, int seat) {
        told.remove(new Place(matchId, seat));
    }

    /** The turn with all entries; none if what came before is forgotten. */
    Optional<BotTurn> turnOf(TurnRequest request) {
        Place place = new Place(request.getMatchId(), request.getSeat());
        List<String> before = told.remove(place);
        if (request.getFromStart()) {
            before = List.of();
        } else if (before == null) {
            return Optional.empty();
        }
        List<String> entries = new ArrayList<>(before);
        entries.addAll(request.getEntriesList());
        told.put(place, List.copyOf(entries));
        if (told.size() > most) {
            told.remove(told.keySet().iterator().next());
        }
        return Optional.of(turn(request, told.get(place)));
    }

    private static BotTurn turn(TurnRequest request, List<String> entries) {
        return new BotTurn(
                request.getTurnId(),
                request.getMatchId(),
                request.getGame(),
                request.getGameVersion(),
                request.getOptions(),
                request.getSeats(),
                request.getSeat(),
                request.getView(),
                entries,
                request.getEntriesCount(),
                request.getLegal(),
                Duration.ofMillis(request.getLeftMilliseconds()));
    }
}
