package dev.undercroft.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.undercroft.client.FakeServer.Call;
import dev.undercroft.v1.Hello;
import dev.undercroft.v1.LegalActions;
import dev.undercroft.v1.Reason;
import dev.undercroft.v1.Refusal;
import dev.undercroft.v1.ServeRequest;
import dev.undercroft.v1.ServeResponse;
import dev.undercroft.v1.TurnCancelled;
import dev.undercroft.v1.TurnReply;
import dev.undercroft.v1.TurnRequest;
import dev.undercroft.v1.Welcome;
import io.grpc.Status;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a bot that dials in may rely on: a decision is made once, and nothing but the answer leaves its machine. */
@Timeout(60)
class BotServingTest {
    private static final Status CUT = Status.UNAVAILABLE.withDescription("cut by the test");

    private final Token token = Token.random();
    private final AtomicInteger decisions = new AtomicInteger();
    private FakeServer server;
    private Client client;
    private BotServing bot;

    @BeforeEach
    void start() throws Exception {
        server = new FakeServer();
        client = server.client();
    }

    @AfterEach
    void close() {
        bot.close();
        client.close();
        server.close();
    }

    private void serve(Decide decide) {
        bot = client.bot("tester", token)
                .games(List.of("counting"))
                .version("1.2")
                .concurrency(4)
                .serve(turn -> {
                    decisions.incrementAndGet();
                    return decide.decide(turn);
                });
    }

    private static int firstLegal(BotTurn turn) {
        return turn.legal().getCodes(0);
    }

    private Call<ServeRequest, ServeResponse> welcomed() throws InterruptedException {
        Call<ServeRequest, ServeResponse> stream = server.serve();
        assertTrue(stream.next().orElseThrow().hasHello());
        stream.send(ServeResponse.newBuilder()
                .setWelcome(Welcome.getDefaultInstance())
                .build());
        return stream;
    }

    private static TurnRequest.Builder turn(String id) {
        return TurnRequest.newBuilder()
                .setTurnId(id)
                .setMatchId("m")
                .setFromStart(true)
                .setLegal(LegalActions.newBuilder().addAllCodes(List.of(7, 8)))
                .setLeftMilliseconds(30_000);
    }

    private static void ask(Call<ServeRequest, ServeResponse> stream, TurnRequest.Builder turn) {
        stream.send(ServeResponse.newBuilder().setTurn(turn).build());
    }

    private static TurnReply reply(Call<ServeRequest, ServeResponse> stream) throws InterruptedException {
        ServeRequest request = stream.next().orElseThrow();
        assertTrue(request.hasReply(), request::toString);
        return request.getReply();
    }

    private static TurnReply.Builder replyTo(String id) {
        return TurnReply.newBuilder().setTurnId(id);
    }

    @Test
    void aBotSaysWhoItIsAndAnswers() throws Exception {
        serve(BotServingTest::firstLegal);
        Call<ServeRequest, ServeResponse> stream = server.serve();
        Hello expected = Hello.newBuilder()
                .setName("tester")
                .setVersion("1.2")
                .addGames("counting")
                .setConcurrency(4)
                .setBotToken(token.toBytes())
                .build();
        assertEquals(expected, stream.next().orElseThrow().getHello());
        stream.send(ServeResponse.newBuilder()
                .setWelcome(Welcome.getDefaultInstance())
                .build());
        ask(stream, turn("t"));
        assertEquals(replyTo("t").setAction(7).build(), reply(stream));
    }

    @Test
    void aDecisionIsMadeOnceOverALostConnection() throws Exception {
        serve(BotServingTest::firstLegal);
        Call<ServeRequest, ServeResponse> stream = welcomed();
        ask(stream, turn("t"));
        TurnReply first = reply(stream);
        stream.fail(CUT);
        stream = welcomed();
        ask(stream, turn("t"));
        assertEquals(first, reply(stream));
        assertEquals(1, decisions.get());
    }

    @Test
    void anAnswerThoughtAboutMeanwhileIsGivenWhenItIsAskedForAgain() throws Exception {
        CountDownLatch started = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        serve(turn -> {
            started.countDown();
            go.await();
            return firstLegal(turn);
        });
        Call<ServeRequest, ServeResponse> stream = welcomed();
        ask(stream, turn("t"));
        assertTrue(started.await(FakeServer.LONG_S, TimeUnit.SECONDS));
        stream.fail(CUT);
        stream = welcomed();
        ask(stream, turn("t"));
        go.countDown();
        assertEquals(7, reply(stream).getAction());
        assertEquals(1, decisions.get());
    }

    @Test
    void aSeatWhoseEntriesAreLostIsAskedForFromTheStart() throws Exception {
        LinkedBlockingQueue<List<String>> told = new LinkedBlockingQueue<>();
        serve(turn -> {
            told.add(turn.entries());
            return firstLegal(turn);
        });
        Call<ServeRequest, ServeResponse> stream = welcomed();
        ask(stream, turn("t").setFromStart(false).addAllEntries(FakeServer.entries(3, 3)));
        assertEquals(replyTo("t").setForgotten(true).build(), reply(stream));
        ask(stream, turn("t").addAllEntries(FakeServer.entries(1, 3)));
        reply(stream);
        assertEquals(FakeServer.entries(1, 3), FakeServer.soon(told));
        ask(stream, turn("u").setFromStart(false).addAllEntries(FakeServer.entries(4, 4)));
        reply(stream);
        assertEquals(FakeServer.entries(1, 4), FakeServer.soon(told));
    }

    @Test
    void ofWhatWentWrongNothingLeavesThisMachine() throws Exception {
        serve(turn -> {
            if (turn.turnId().equals("error")) {
                throw new AssertionError("a secret");
            }
            throw new IllegalStateException("a secret");
        });
        Call<ServeRequest, ServeResponse> stream = welcomed();
        for (String id : List.of("exception", "error")) {
            ask(stream, turn(id));
            assertEquals(replyTo(id).setFailed(true).build(), reply(stream));
        }
    }

    @Test
    void anAnswerThatIsntLegalIsToldAsSuch() throws Exception {
        serve(turn -> 99);
        Call<ServeRequest, ServeResponse> stream = welcomed();
        ask(stream, turn("t"));
        assertEquals(replyTo("t").setAction(-1).build(), reply(stream));
    }

    @Test
    void whoeverIsTakenOverDoesntComeBack() throws Exception {
        serve(BotServingTest::firstLegal);
        Refusal.Builder taken = Refusal.newBuilder().setReason(Reason.REASON_NAME_TAKEN);
        welcomed().send(ServeResponse.newBuilder().setRefusal(taken).build());
        assertThrows(TakenOverException.class, bot::await);
        assertTrue(server.isLeftAlone());
    }

    @Test
    void aLateAnswerIsNoReasonToGo() throws Exception {
        serve(BotServingTest::firstLegal);
        Call<ServeRequest, ServeResponse> stream = welcomed();
        Refusal.Builder late =
                Refusal.newBuilder().setReason(Reason.REASON_TURN_OVER).setCommandId("before");
        stream.send(ServeResponse.newBuilder().setRefusal(late).build());
        ask(stream, turn("t"));
        assertEquals(7, reply(stream).getAction());
    }

    @Test
    void aTurnThatIsCalledOffIsInterrupted() throws Exception {
        CountDownLatch started = new CountDownLatch(1);
        CountDownLatch interrupted = new CountDownLatch(1);
        serve(turn -> {
            if (turn.turnId().equals("endless")) {
                started.countDown();
                try {
                    new CountDownLatch(1).await();
                } finally {
                    interrupted.countDown();
                }
            }
            return firstLegal(turn);
        });
        Call<ServeRequest, ServeResponse> stream = welcomed();
        ask(stream, turn("endless"));
        assertTrue(started.await(FakeServer.LONG_S, TimeUnit.SECONDS));
        stream.send(ServeResponse.newBuilder()
                .setCancelled(TurnCancelled.newBuilder().setTurnId("endless"))
                .build());
        assertTrue(interrupted.await(FakeServer.LONG_S, TimeUnit.SECONDS));
        ask(stream, turn("t"));
        assertEquals("t", reply(stream).getTurnId());
    }

    @Test
    void aBotThatLeavesAnswersWhatItIsAt() throws Exception {
        CountDownLatch started = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        serve(turn -> {
            started.countDown();
            go.await();
            return firstLegal(turn);
        });
        Call<ServeRequest, ServeResponse> stream = welcomed();
        ask(stream, turn("t"));
        assertTrue(started.await(FakeServer.LONG_S, TimeUnit.SECONDS));
        bot.drain();
        assertTrue(stream.next().orElseThrow().hasDrain());
        go.countDown();
        assertEquals(7, reply(stream).getAction());
        stream.complete();
        bot.await();
        assertTrue(server.isLeftAlone());
    }
}
