package dev.undercroft.bot;

import dev.undercroft.client.Client;
import dev.undercroft.client.ClientBuilder;
import dev.undercroft.client.ClientException;
import dev.undercroft.v1.LegalActions;
import java.io.File;
import java.io.IOException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadLocalRandom;

/** A bot that plays any game at random: as a guest in matches that others have made, or dialled in for others to seat. */
public final class Bot {
    private static final String USAGE = """
            Plays on an Undercroft server. Prints a line of JSON for every match that is over.

              bot join [--server HOST:PORT] [--ca FILE] [--name NAME] CODE…
                  Joins matches by their codes, and plays them all to the end.
              bot serve [--server HOST:PORT] [--ca FILE] --name NAME --games GAME[,GAME] [--token FILE]
                  Dials in as a bot that others seat as @NAME, until Ctrl-C. FILE keeps the token that proves the name.""";

    private Bot() {}

    /** Your bot goes here: {@code view} is what its seat sees, as JSON, and the answer the code of a legal action. */
    static int decide(String view, LegalActions legal) {
        return legal.getCodes(ThreadLocalRandom.current().nextInt(legal.getCodesCount()));
    }

    /** The command. */
    public static void main(String[] words) throws InterruptedException {
        try {
            Arguments arguments = Arguments.of(words);
            try (Client client = connect(arguments)) {
                switch (arguments.command()) {
                    case "join" -> Joining.run(client, arguments);
                    case "serve" -> Serving.run(client, arguments);
                    default -> throw new Arguments.Wrong("there is no command " + arguments.command());
                }
            }
        } catch (Arguments.Wrong wrong) {
            System.err.println(wrong.getMessage() + "\n\n" + USAGE);
            System.exit(2);
        } catch (ExecutionException failure) {
            fail(failure.getCause());
        } catch (ClientException | IllegalArgumentException | IOException failure) {
            fail(failure);
        }
    }

    private static Client connect(Arguments arguments) {
        ClientBuilder builder = Client.builder(arguments.optional("server").orElse("127.0.0.1:7070"));
        arguments.optional("ca").map(File::new).ifPresent(builder::authorities);
        return builder.connect();
    }

    private static void fail(Throwable failure) {
        System.err.println(failure.getMessage());
        System.exit(1);
    }
}
