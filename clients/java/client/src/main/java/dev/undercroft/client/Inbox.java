package dev.undercroft.client;

import dev.undercroft.v1.Fact;
import dev.undercroft.v1.Match;
import dev.undercroft.v1.MatchStatus;
import dev.undercroft.v1.SeatInfo;
import dev.undercroft.v1.SeatKind;
import dev.undercroft.v1.Update;
import java.util.ArrayList;
import java.util.List;

/**
 * What one subscription has received and not handed out yet: all facts, and of everything else the newest.
 *
 * <p>Nothing grows but the list of facts that nobody has taken. Whoever uses it sees to it that one thread does at a time.
 */
final class Inbox {
    /** What becomes of a message. */
    enum Taken {
        /** It brought something new. */
        NEW,
        /** It brought nothing new. */
        OLD,
        /** Facts before its own are missing. */
        GAP
    }

    private long seq;
    private long seen = -1;
    private boolean fresh;
    private int snapshots;
    private Update newest;
    private long taken;
    private List<Fact> facts = new ArrayList<>();
    /** Facts whose state is still to come: a long list is sent in parts. */
    private List<Fact> parts = new ArrayList<>();

    private Match match = Match.getDefaultInstance();
    private int seat;

    Inbox(long since) {
        seq = since;
        taken = since;
    }

    /** How many facts were received, handed out or not. */
    long seq() {
        return seq;
    }

    /** The seq of the newest update handed out, or else the newest received; -1 before any. */
    long seen() {
        return seen >= 0 || newest == null ? seen : newest.getSeq();
    }

    /** Whether there is something that wasn't handed out. */
    boolean isFresh() {
        return fresh;
    }

    /** How often the subscription was made. */
    int snapshots() {
        return snapshots;
    }

    int seat() {
        return seat;
    }

    /** Whether the match is over, as far as was received. */
    boolean isFinished() {
        return dev.undercroft.client.Update.isOver(match.getStatus());
    }

    /** The seq of the newest state, if this seat is to act in it; else -1. */
    long turn() {
        return newest != null && newest.hasLegal() ? newest.getSeq() : -1;
    }

    /**
     * Take in a message, without what was received before.
     *
     * @throws ProtocolException if it makes no sense
     */
    Taken receive(Update message) {
        if (message.getSince() > seq) {
            return Taken.GAP;
        }
        if (message.getSince() + message.getFactsCount() != message.getSeq()) {
            throw new ProtocolException("the facts of an update don't add up to its seq");
        }
        if (message.getSeq() < seq) {
            return Taken.OLD;
        }
        if (message.getSnapshot()) {
            snapshots++;
            match = message.getMatch();
            seat = message.getSeat();
        } else if (snapshots == 0) {
            throw new ProtocolException("the first update of a subscription was no snapshot");
        }
        parts.addAll(message.getFactsList().subList((int) (seq - message.getSince()), message.getFactsCount()));
        seq = message.getSeq();
        if (message.getStatusValue() != MatchStatus.MATCH_STATUS_UNSPECIFIED_VALUE) {
            return learn(state(message));
        }
        boolean isNews = message.getFactsCount() == 0 && parts.isEmpty() && newest != null;
        return isNews ? learn(withNews(message)) : Taken.OLD;
    }

    /** The newest update, with the facts not handed out before it; null if there is none. */
    dev.undercroft.client.Update latest() {
        if (newest == null) {
            return null;
        }
        seen = newest.getSeq();
        return dev.undercroft.client.Update.of(newest, taken, facts, seat, match);
    }

    /** Hand out the newest update with every fact since the last one handed out: no fact is handed out twice. */
    dev.undercroft.client.Update take() {
        dev.undercroft.client.Update update = latest();
        fresh = false;
        taken = update.seq();
        facts = new ArrayList<>();
        return update;
    }

    private Taken learn(Update state) {
        boolean isNew = !parts.isEmpty() || !state.equals(newest);
        match = after(match, state, parts);
        facts.addAll(parts);
        parts = new ArrayList<>();
        newest = state;
        fresh |= isNew;
        return isNew ? Taken.NEW : Taken.OLD;
    }

    /** A message without what differs between two tellings of one state, and with what wasn't sent as it was before. */
    private Update state(Update message) {
        Update.Builder state = message.toBuilder()
                .clearSubscription()
                .clearSince()
                .clearSnapshot()
                .clearFacts()
                .clearMatch()
                .clearSeat();
        if (newest != null) {
            if (state.getView().isEmpty()) {
                state.setView(newest.getView());
            }
            if (state.getBoard().isEmpty()) {
                state.setBoard(newest.getBoard());
            }
            if (state.getSvg().isEmpty()) {
                state.setSvg(newest.getSvg());
            }
            if (state.getPresenceCount() == 0) {
                state.addAllPresence(newest.getPresenceList());
            }
        }
        return state.build();
    }

    /** The newest state, with the clocks and the presence of a message that brings nothing else. */
    private Update withNews(Update news) {
        Update.Builder state = newest.toBuilder().clearClocks().addAllClocks(news.getClocksList());
        if (news.getPresenceCount() > 0) {
            state.clearPresence().addAllPresence(news.getPresenceList());
        }
        return state.build();
    }

    private static Match after(Match match, Update state, List<Fact> facts) {
        Match.Builder now = match.toBuilder().setStatusValue(state.getStatusValue());
        if (state.hasOutcome()) {
            now.setOutcome(state.getOutcome());
        }
        for (Fact fact : facts) {
            if (fact.hasSeated()) {
                sit(
                        now,
                        fact.getSeated().getSeat(),
                        fact.getSeated().getKindValue(),
                        fact.getSeated().getName());
            } else if (fact.hasLeft()) {
                sit(
                        now,
                        fact.getLeft().getSeat(),
                        SeatKind.SEAT_KIND_BOT_VALUE,
                        fact.getLeft().getStandIn());
            }
        }
        return now.build();
    }

    private static void sit(Match.Builder match, int seat, int kind, String name) {
        for (SeatInfo.Builder info : match.getSeatsBuilderList()) {
            if (info.getSeat() == seat) {
                info.setKindValue(kind).setName(name);
            }
        }
    }
}
