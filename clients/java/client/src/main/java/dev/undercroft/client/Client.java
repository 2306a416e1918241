package dev.undercroft.client;

import com.google.protobuf.ByteString;
import dev.undercroft.v1.BotServiceGrpc;
import dev.undercroft.v1.BotServiceGrpc.BotServiceBlockingStub;
import dev.undercroft.v1.GameServiceGrpc;
import dev.undercroft.v1.GameServiceGrpc.GameServiceBlockingStub;
import dev.undercroft.v1.JoinMatchRequest;
import dev.undercroft.v1.JoinMatchResponse;
import dev.undercroft.v1.MatchServiceGrpc;
import dev.undercroft.v1.MatchServiceGrpc.MatchServiceBlockingStub;
import dev.undercroft.v1.Wants;
import io.grpc.ManagedChannel;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * A server, and any number of seats and bots on it. All its methods may be called from any thread.
 *
 * <p>Every call throws {@link RefusedException} if the server refuses, {@link ConnectionLostException} if it can't be
 * reached, and {@link CallFailedException} for any other gRPC status.
 */
public final class Client implements AutoCloseable {
    private final ManagedChannel channel;
    private final ScheduledExecutorService thread;
    private final Calls calls;
    private final Play play;
    private final Backoff backoff;
    private final Duration maxWait;
    private final Set<BotServing> serving = ConcurrentHashMap.newKeySet();
    private volatile Consumer<Connection> listener = connection -> {};

    Client(ManagedChannel channel, Duration patience, Backoff backoff, Duration maxWait) {
        this.channel = channel;
        this.backoff = backoff;
        this.maxWait = maxWait;
        calls = new Calls(channel, patience, backoff);
        thread = Threads.one("client");
        play = new Link(
                        channel,
                        MatchServiceGrpc.newStub(channel),
                        thread,
                        backoff,
                        maxWait,
                        connection -> listener.accept(connection))
                .play();
    }

    /**
     * A client of the server at {@code host:port}: in plain text on this machine, and elsewhere with TLS and the
     * authorities that Java trusts. {@link #builder} has other ways. Nothing is sent before it is needed.
     */
    public static Client connect(String target) {
        return builder(target).connect();
    }

    /** A client of the server at {@code host:port}, with settings. */
    public static ClientBuilder builder(String target) {
        return new ClientBuilder(target);
    }

    /** Hear of every change of the connection for seats, now on. The listener shouldn't keep anybody waiting. */
    public void onConnection(Consumer<Connection> newListener) {
        listener = newListener;
    }

    /** The calls about games. */
    public GameServiceBlockingStub games() {
        return GameServiceGrpc.newBlockingStub(channel);
    }

    /** The calls about matches. */
    public MatchServiceBlockingStub matches() {
        return MatchServiceGrpc.newBlockingStub(channel);
    }

    /** The calls about bots. */
    public BotServiceBlockingStub bots() {
        return BotServiceGrpc.newBlockingStub(channel);
    }

    /**
     * The answer to a unary call, which is made again while the server is away or makes us wait, for as long as the
     * client is patient. It has to be one that may be made twice; by their request ids and tokens, all of Undercroft's are.
     *
     * <pre>{@code client.call(() -> client.matches().getMatch(request))}</pre>
     */
    public <T> T call(Supplier<T> call) throws InterruptedException {
        return calls.call(call);
    }

    /** Take a seat with a join code, under a name of 1 to 40 characters and with a new token. */
    public Joined join(String code, String name) throws InterruptedException {
        return join(code, name, Token.random());
    }

    /** Take a seat with a join code and a token of one's own: the same again gives the same answer. */
    public Joined join(String code, String name, Token token) throws InterruptedException {
        JoinMatchRequest request = JoinMatchRequest.newBuilder()
                .setCode(code)
                .setName(name)
                .setSeatToken(token.toBytes())
                .build();
        JoinMatchResponse answer = call(() -> matches().joinMatch(request));
        return new Joined(answer.getMatch(), answer.getSeat(), token);
    }

    /**
     * Follow a match from the seat that a token proves, and play for it.
     *
     * <p>Nothing is waited for: what the server thinks of it shows when the seat is used.
     */
    public Seat seat(String matchId, Token token) {
        return seat(matchId, token, Wants.getDefaultInstance(), 0);
    }

    /** The same with pictures, sentences or labels, and only the facts after number {@code since}. */
    public Seat seat(String matchId, Token token, Wants wants, long since) {
        return follow(matchId, token.toBytes(), wants, since);
    }

    /** Follow a match as somebody who sits nowhere. */
    public Seat watch(String matchId, Wants wants) {
        return follow(matchId, ByteString.EMPTY, wants, 0);
    }

    /** A bot of one's own, which others seat as {@code @name}. The token proves that the name is its author's: keep it. */
    public BotBuilder bot(String name, Token token) {
        return new BotBuilder(channel, name, token, new Attempts(backoff, maxWait), serving);
    }

    /** End every seat, every bot and the connection. Seats stay: whoever has their tokens comes back to them. */
    @Override
    public void close() {
        play.fail(new ClosedException("the client is closed"));
        serving.forEach(BotServing::close);
        thread.shutdownNow();
        channel.shutdownNow();
    }

    private Seat follow(String matchId, ByteString token, Wants wants, long since) {
        if (channel.isShutdown()) {
            throw new ClosedException("the client is closed");
        }
        return new Seat(play, play.add(matchId, token, wants, since));
    }
}
