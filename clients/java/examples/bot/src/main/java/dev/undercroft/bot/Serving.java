package dev.undercroft.bot;

import dev.undercroft.client.BotListener;
import dev.undercroft.client.BotServing;
import dev.undercroft.client.BotTurn;
import dev.undercroft.client.Client;
import dev.undercroft.client.ClientException;
import dev.undercroft.client.Connection;
import dev.undercroft.client.Token;
import dev.undercroft.v1.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A bot that has dialled in. */
final class Serving implements BotListener {
    private final Map<String, Integer> actions = new HashMap<>();
    private int reconnects;

    private Serving() {}

    /** Serve until told to go. */
    static void run(Client client, Arguments arguments) throws InterruptedException, IOException {
        Optional<Path> file = arguments.optional("token").map(Path::of);
        Token token = file.isPresent() ? kept(file.get()) : Token.random();
        BotServing bot = client.bot(arguments.required("name"), token)
                .games(List.of(arguments.required("games").split(",")))
                .concurrency(16)
                .listener(new Serving())
                .serve(turn -> Bot.decide(turn.view(), turn.legal()));
        Runtime.getRuntime().addShutdownHook(new Thread(() -> leave(bot)));
        bot.await();
    }

    /** Leave in order when told to go: Java ends when this does. */
    private static void leave(BotServing bot) {
        bot.drain();
        try {
            bot.await();
            Runtime.getRuntime().halt(0);
        } catch (ClientException | InterruptedException end) {
            // it has ended before, and its exit status is set
        }
    }

    /** The token in a file that only its owner may read; a new one if there is no such file. */
    private static Token kept(Path file) throws IOException {
        if (Files.exists(file)) {
            return Token.fromHex(Files.readString(file));
        }
        Token token = Token.random();
        Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(file, token.toHex() + "\n");
        return token;
    }

    @Override
    public void answered(BotTurn turn, int action, Duration took) {
        actions.merge(turn.matchId() + turn.seat(), 1, Integer::sum);
    }

    @Override
    public void failed(BotTurn turn, Throwable failure) {
        System.err.println("no answer: " + failure);
    }

    @Override
    public void connection(Connection connection) {
        if (connection instanceof Connection.Connected connected && connected.again()) {
            reconnects++;
        } else if (connection instanceof Connection.Lost lost) {
            System.err.println("connection lost: " + lost.why());
        }
    }

    @Override
    public void over(String matchId, int seat, Optional<Outcome> outcome) {
        Integer mine = actions.remove(matchId + seat);
        Line.of(matchId, seat, outcome, mine == null ? 0 : mine, reconnects).print();
    }
}
