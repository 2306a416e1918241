package dev.undercroft.client;

import com.google.protobuf.ByteString;
import dev.undercroft.v1.PlayCommand;
import dev.undercroft.v1.Subscribe;
import dev.undercroft.v1.Wants;
import java.util.concurrent.locks.Condition;

/** One seat, or spectator, followed. Its number on the stream may change, the rest stays. */
final class Subscription {
    final String matchId;
    final Inbox inbox;
    /** Is signalled at every change. */
    final Condition changed;

    int number;
    /** The server has refused it for now, until it is asked for again. */
    boolean waiting;
    /** Why nothing more will come; null as long as something may. */
    ClientException ended;

    private final ByteString token;
    private final Wants wants;

    Subscription(int number, String matchId, ByteString token, Wants wants, long since, Condition changed) {
        this.number = number;
        this.matchId = matchId;
        this.token = token;
        this.wants = wants;
        this.inbox = new Inbox(since);
        this.changed = changed;
    }

    /** The command that makes it, or resumes it, on a client's connection of that number. */
    PlayCommand command(ByteString client, long connection) {
        Subscribe.Builder subscribe = Subscribe.newBuilder()
                .setSubscription(number)
                .setMatchId(matchId)
                .setSeatToken(token)
                .setSince(inbox.seq())
                .setWants(wants)
                .setClient(client)
                .setConnection(connection);
        return PlayCommand.newBuilder().setSubscribe(subscribe).build();
    }

    void end(ClientException error) {
        ended = error;
        changed.signalAll();
    }
}
