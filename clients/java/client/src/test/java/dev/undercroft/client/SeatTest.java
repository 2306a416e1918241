package dev.undercroft.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.undercroft.client.FakeServer.PlayCall;
import dev.undercroft.v1.Accepted;
import dev.undercroft.v1.Action;
import dev.undercroft.v1.Goodbye;
import dev.undercroft.v1.JoinMatchRequest;
import dev.undercroft.v1.MatchStatus;
import dev.undercroft.v1.PlayCommand;
import dev.undercroft.v1.PlayEvent;
import dev.undercroft.v1.Reason;
import dev.undercroft.v1.Refusal;
import dev.undercroft.v1.Subscribe;
import dev.undercroft.v1.SubscriptionEnded;
import io.grpc.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a lost connection may not do to a seat: lose a fact, tell it twice, lose an action, play it twice. */
@Timeout(60)
class SeatTest {
    private static final Status CUT = Status.UNAVAILABLE.withDescription("cut by the test");

    private final ExecutorService aside = Executors.newCachedThreadPool();
    private FakeServer server;
    private Client client;
    private Seat seat;
    private PlayCall stream;
    private Subscribe subscribed;

    @BeforeEach
    void follow() throws Exception {
        server = new FakeServer();
        client = server.client();
        seat = client.seat("m", Token.random());
        stream = server.play();
        subscribed = subscribe();
    }

    @AfterEach
    void close() {
        client.close();
        server.close();
        aside.shutdownNow();
    }

    private Subscribe subscribe() throws InterruptedException {
        PlayCommand command = stream.command().orElseThrow();
        assertTrue(command.hasSubscribe(), command::toString);
        return command.getSubscribe();
    }

    private Action action() throws InterruptedException {
        PlayCommand command = stream.command().orElseThrow();
        assertTrue(command.hasAct(), command::toString);
        return command.getAct();
    }

    private void begin(long facts) {
        stream.send(FakeServer.snapshot(subscribed.getSubscription(), 0, facts));
    }

    /** What is done on another thread meanwhile. */
    private <T> Future<T> meanwhile(Callable<T> work) {
        return aside.submit(work);
    }

    private static <T> T soon(Future<T> future) throws Exception {
        try {
            return future.get(FakeServer.LONG_S, TimeUnit.SECONDS);
        } catch (ExecutionException failure) {
            throw (Exception) failure.getCause();
        }
    }

    private Update nextUpdate() throws Exception {
        return soon(meanwhile(seat::nextUpdate));
    }

    private Update nextTurn() throws Exception {
        return soon(meanwhile(seat::nextTurn));
    }

    private List<String> nextEntries(int number) throws Exception {
        List<String> entries = new ArrayList<>();
        while (entries.size() < number) {
            entries.addAll(nextUpdate().entries());
        }
        return entries;
    }

    private static PlayEvent.Builder accepted(Action action, long seq) {
        return PlayEvent.newBuilder()
                .setAccepted(Accepted.newBuilder()
                        .setSubscription(action.getSubscription())
                        .setCommandId(action.getCommandId())
                        .setSeq(seq));
    }

    private static PlayEvent.Builder ended(int subscription, SubscriptionEnded.Why why, Refusal.Builder refusal) {
        return PlayEvent.newBuilder()
                .setEnded(SubscriptionEnded.newBuilder()
                        .setSubscription(subscription)
                        .setWhy(why)
                        .setRefusal(refusal));
    }

    private static Refusal.Builder refusal(Reason reason) {
        return Refusal.newBuilder().setReason(reason).setMessage("because of the test");
    }

    @Test
    void aSeatResumesFromItsLastFact() throws Exception {
        assertEquals(0, subscribed.getSince());
        begin(3);
        Update before = nextUpdate();
        assertEquals(FakeServer.entries(1, 3), before.entries());
        assertEquals(1, before.seat());
        stream.fail(CUT);

        stream = server.play();
        Subscribe again = subscribe();
        assertEquals(3, again.getSince());
        assertEquals(subscribed.getSeatToken(), again.getSeatToken());
        assertEquals(subscribed.getClient(), again.getClient());
        assertTrue(again.getConnection() > subscribed.getConnection());
        stream.send(FakeServer.snapshot(again.getSubscription(), 3, 5));
        assertEquals(FakeServer.entries(4, 5), nextUpdate().entries());
        assertEquals(1, seat.resumed());
    }

    @Test
    void anUnansweredActionIsSentAgainUnderItsId() throws Exception {
        begin(1);
        nextTurn();
        Future<Accepted> answer = meanwhile(() -> seat.act("b"));
        Action first = action();
        assertEquals("b", first.getText());
        assertEquals(1, first.getSeq());
        stream.fail(CUT);
        stream = server.play();
        subscribe();
        Action second = action();
        assertEquals(first, second);
        stream.send(accepted(second, 2));
        assertEquals(2, soon(answer).getSeq());
    }

    @Test
    void factsSentTwiceAreToldOnce() throws Exception {
        begin(2);
        nextUpdate();
        int number = subscribed.getSubscription();
        stream.send(FakeServer.update(number, 0, 2));
        stream.send(FakeServer.update(number, 1, 3));
        stream.send(FakeServer.update(number, 0, 1));
        stream.send(FakeServer.update(number, 0, 4));
        assertEquals(FakeServer.entries(3, 4), nextEntries(2));
    }

    @Test
    void whoLooksSeldomGetsEveryFactAndTheNewestView() throws Exception {
        begin(1);
        for (int seq = 2; seq <= 50; seq++) {
            stream.send(FakeServer.update(subscribed.getSubscription(), seq - 1, seq));
        }
        while (seat.latest().filter(update -> update.seq() == 50).isEmpty()) {
            Thread.onSpinWait();
        }
        Update update = nextUpdate();
        assertEquals(FakeServer.entries(1, 50), update.entries());
        assertEquals("{\"after\":50}", update.view());
    }

    @Test
    void aGapIsAskedForAgain() throws Exception {
        begin(2);
        stream.send(FakeServer.update(subscribed.getSubscription(), 3, 4));
        assertTrue(stream.command().orElseThrow().hasUnsubscribe());
        Subscribe again = subscribe();
        assertEquals(2, again.getSince());
        assertNotEquals(subscribed.getSubscription(), again.getSubscription());
        stream.send(FakeServer.snapshot(again.getSubscription(), 2, 4));
        assertEquals(FakeServer.entries(1, 4), nextEntries(4));
    }

    @Test
    void aLongListOfFactsComesWithTheStateAfterIt() throws Exception {
        int number = subscribed.getSubscription();
        stream.send(FakeServer.snapshot(number, 0, 2).clearStatus().clearView().clearLegal());
        stream.send(FakeServer.update(number, 2, 4).clearStatus().clearView().clearLegal());
        stream.send(FakeServer.update(number, 4, 5));
        Update update = nextUpdate();
        assertEquals(0, update.since());
        assertEquals(FakeServer.entries(1, 5), update.entries());
    }

    @Test
    void aStatusFromANewerServerIsNoCrash() throws Exception {
        stream.send(FakeServer.snapshot(subscribed.getSubscription(), 0, 1).setStatusValue(99));
        assertEquals(MatchStatus.UNRECOGNIZED, nextUpdate().status());
    }

    @Test
    void whoeverIsTakenOverDoesntComeBack() throws Exception {
        begin(1);
        nextTurn();
        Future<Accepted> answer = meanwhile(() -> seat.act(7));
        action();
        stream.send(ended(subscribed.getSubscription(), SubscriptionEnded.Why.WHY_TAKEN_OVER, Refusal.newBuilder()));
        assertThrows(TakenOverException.class, () -> soon(answer));
        assertThrows(TakenOverException.class, this::nextUpdate);
        assertTrue(stream.isQuiet());
        stream.fail(CUT);
        assertTrue(server.isLeftAlone());
    }

    @Test
    void aRefusedSubscriptionEndsTheSeatWithTheReason() throws Exception {
        stream.send(ended(
                subscribed.getSubscription(), SubscriptionEnded.Why.WHY_REFUSED, refusal(Reason.REASON_UNKNOWN_SEAT)));
        RefusedException refused = assertThrows(RefusedException.class, this::nextTurn);
        assertEquals(Reason.REASON_UNKNOWN_SEAT, refused.reason());
    }

    @Test
    void aResumedSeatOutlivesARefusalThatPasses() throws Exception {
        begin(1);
        nextUpdate();
        stream.fail(CUT);
        stream = server.play();
        Refusal.Builder passing = refusal(Reason.REASON_RATE_LIMITED).putDetails("seconds", "0.01");
        stream.send(ended(subscribe().getSubscription(), SubscriptionEnded.Why.WHY_REFUSED, passing));
        assertTrue(stream.command().orElseThrow().hasUnsubscribe());
        Subscribe again = subscribe();
        assertEquals(1, again.getSince());
        stream.send(FakeServer.snapshot(again.getSubscription(), 1, 2));
        assertEquals(FakeServer.entries(2, 2), nextUpdate().entries());
    }

    @Test
    void anIllegalActionSaysWhatIsLegalAndTheTurnStays() throws Exception {
        begin(1);
        nextTurn();
        Future<Accepted> answer = meanwhile(() -> seat.act("off with his head"));
        Refusal.Builder illegal = refusal(Reason.REASON_ILLEGAL_ACTION)
                .putDetails("legal", "[\"a\",\"b\"]")
                .setCommandId(action().getCommandId());
        stream.send(PlayEvent.newBuilder().setRefusal(illegal));
        RefusedException refused = assertThrows(RefusedException.class, () -> soon(answer));
        assertEquals(Reason.REASON_ILLEGAL_ACTION, refused.reason());
        assertEquals(List.of("a", "b"), refused.legal());
        Update again = nextTurn();
        assertEquals(List.of(7, 8), again.legal().getCodesList());
        assertEquals(List.of(), again.facts());
    }

    @Test
    void anAcceptedTurnIsntGivenTwice() throws Exception {
        begin(1);
        nextTurn();
        Future<Accepted> answer = meanwhile(() -> seat.act(7));
        stream.send(accepted(action(), 2));
        soon(answer);
        Future<Update> next = meanwhile(seat::nextTurn);
        assertThrows(TimeoutException.class, () -> next.get(FakeServer.SHORT_MS, TimeUnit.MILLISECONDS));
        stream.send(FakeServer.update(subscribed.getSubscription(), 1, 3));
        assertEquals(3, soon(next).seq());
    }

    @Test
    void aGoodbyeIsObeyedAndWhatIsStillAnsweredIsHeard() throws Exception {
        begin(1);
        nextTurn();
        Future<Accepted> answer = meanwhile(() -> seat.act(7));
        Action action = action();
        stream.send(PlayEvent.newBuilder().setGoodbye(Goodbye.newBuilder().setReconnectAfterMs(300)));
        assertEquals(Optional.empty(), stream.command(), "a client that was told goodbye sends nothing more");
        stream.send(accepted(action, 2));
        assertEquals(2, soon(answer).getSeq());
        stream.complete();
        stream = server.play();
        assertEquals(1, subscribe().getSince());
        assertTrue(stream.isQuiet(), "what was answered isn't sent again");
    }

    @Test
    void aHopelessStatusIsntTriedAgain() throws Exception {
        stream.fail(Status.PERMISSION_DENIED.withDescription("never"));
        CallFailedException failed = assertThrows(CallFailedException.class, this::nextUpdate);
        assertEquals(Status.Code.PERMISSION_DENIED, failed.code());
        assertTrue(server.isLeftAlone());
    }

    @Test
    void whoeverDoesntFollowAnyLongerSaysSo() throws Exception {
        seat.close();
        PlayCommand command = stream.command().orElseThrow();
        assertEquals(subscribed.getSubscription(), command.getUnsubscribe().getSubscription());
        assertThrows(ClosedException.class, this::nextUpdate);
    }

    @Test
    void aClientThatIsClosedEndsItsSeats() {
        Future<Update> update = meanwhile(seat::nextUpdate);
        client.close();
        assertThrows(ClosedException.class, () -> soon(update));
    }

    @Test
    void manySeatsShareOneStream() throws Exception {
        List<Seat> seats = new ArrayList<>();
        for (int number = 0; number < 50; number++) {
            seats.add(client.seat("m" + number, Token.random()));
        }
        for (int number = 0; number < 50; number++) {
            stream.send(FakeServer.snapshot(subscribe().getSubscription(), 0, 1));
        }
        for (Seat each : seats) {
            soon(meanwhile(each::nextTurn));
        }
        assertTrue(server.isLeftAlone());
    }

    @Test
    void theConnectionIsToldOf() throws Exception {
        List<Connection> told = new ArrayList<>();
        client.onConnection(connection -> {
            synchronized (told) {
                told.add(connection);
            }
        });
        begin(1);
        nextUpdate();
        stream.fail(CUT);
        stream = server.play();
        stream.send(FakeServer.snapshot(subscribe().getSubscription(), 1, 2));
        nextUpdate();
        synchronized (told) {
            assertEquals(new Connection.Connected(false), told.get(0));
            assertInstanceOf(Connection.Lost.class, told.get(1));
            assertEquals(new Connection.Connected(true), told.get(2));
        }
    }

    @Test
    void aJoinWhoseAnswerIsLostIsMadeAgainWithTheSameToken() throws Exception {
        server.failingJoins.addAll(List.of(CUT, CUT));
        Joined joined = client.join("CODE", "Ann");
        assertEquals(1, joined.seat());
        for (int number = 0; number < 3; number++) {
            JoinMatchRequest request = FakeServer.soon(server.joins);
            assertEquals(joined.token().toBytes(), request.getSeatToken());
            assertEquals("Ann", request.getName());
        }
    }

    @Test
    void aJoinThatCanNeverBeIsMadeOnce() throws Exception {
        server.failingJoins.add(Status.NOT_FOUND.withDescription("no such code"));
        CallFailedException failed = assertThrows(CallFailedException.class, () -> client.join("CODE", "Ann"));
        assertEquals(Status.Code.NOT_FOUND, failed.code());
        assertEquals(1, server.joins.size());
    }
}
