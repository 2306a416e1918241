package dev.undercroft.client;

import dev.undercroft.v1.Hello;
import io.grpc.ManagedChannel;
import java.util.Collection;
import java.util.Set;

/** A bot to be, made by {@link Client#bot}. */
public final class BotBuilder {
    private final ManagedChannel channel;
    private final Attempts attempts;
    private final Hello.Builder hello;
    private final Set<BotServing> all;
    private BotListener listener = new BotListener() {};

    BotBuilder(ManagedChannel channel, String name, Token token, Attempts attempts, Set<BotServing> all) {
        this.channel = channel;
        this.attempts = attempts;
        this.all = all;
        hello = Hello.newBuilder().setName(name).setBotToken(token.toBytes()).setConcurrency(1);
    }

    /** Ids of the games that it plays. */
    public BotBuilder games(Collection<String> games) {
        hello.clearGames().addAllGames(games);
        return this;
    }

    /** The bot's own version, for lists and logs. */
    public BotBuilder version(String version) {
        hello.setVersion(version);
        return this;
    }

    /** How many turns it takes at once, 1 to 256; 1 unless told otherwise. */
    public BotBuilder concurrency(int turns) {
        hello.setConcurrency(turns);
        return this;
    }

    /** Hear what becomes of it. */
    public BotBuilder listener(BotListener newListener) {
        listener = newListener;
        return this;
    }

    /** Have it answer what the server asks, from now on and on threads of its own. */
    public BotServing serve(Decide decide) {
        BotServing serving = new BotServing(channel, hello.build(), decide, attempts, listener);
        all.add(serving);
        serving.start(() -> all.remove(serving));
        return serving;
    }
}
