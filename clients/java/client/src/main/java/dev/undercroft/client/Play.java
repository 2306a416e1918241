package dev.undercroft.client;

import com.google.protobuf.ByteString;
import dev.undercroft.v1.Accepted;
import dev.undercroft.v1.PlayCommand;
import dev.undercroft.v1.PlayEvent;
import dev.undercroft.v1.Reason;
import dev.undercroft.v1.Refusal;
import dev.undercroft.v1.SubscriptionEnded;
import dev.undercroft.v1.Unsubscribe;
import dev.undercroft.v1.Update;
import dev.undercroft.v1.Wants;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * What goes over the Play stream: subscriptions, commands and their answers. No connection is known here.
 *
 * <p>A connection takes {@link #opening} as its first commands and {@link #take} as the rest, and hands every event to
 * {@link #receive}. So all that was under way survives the loss of a connection: {@code opening} resumes every
 * subscription from its last fact, and repeats every unanswered command under its old id. Every method takes {@link
 * #lock}, which also guards the subscriptions.
 */
final class Play {
    /** What the connection does about an event. */
    interface Reaction {
        /** The server is going: the connection should be made anew, after this time if it was told. */
        void leave(Optional<Duration> told);

        /** Call {@link #askAgain} after this time; none: after what the connection finds fit. */
        void askAgain(Subscription subscription, Optional<Duration> told);
    }

    /** No command is longer: one that the transport can't carry would end the stream of all. */
    private static final int COMMAND_BYTES = 1 << 16;

    private static final System.Logger LOG = System.getLogger(Play.class.getName());

    final ReentrantLock lock = new ReentrantLock();

    private final Map<Integer, Subscription> subscriptions = new LinkedHashMap<>();
    private final Map<String, Asked> asked = new LinkedHashMap<>();
    private final ByteString client = ByteString.copyFrom(Randomness.bytes(16));
    private final Runnable wake;
    private List<PlayCommand> outbox = new ArrayList<>();
    private long connection;
    private int lastNumber;

    /** A command without an answer so far. */
    private record Asked(Subscription subscription, PlayCommand command, CompletableFuture<Accepted> answer) {}

    /** {@code wake} is run whenever the connection should look whether it {@link #isNeeded} or {@link #isDue}. */
    Play(Runnable wake) {
        this.wake = wake;
    }

    /** Start to follow a seat, or to watch (an empty token). */
    Subscription add(String matchId, ByteString token, Wants wants, long since) {
        return locked(() -> {
            Subscription subscription =
                    new Subscription(++lastNumber, matchId, token, wants, since, lock.newCondition());
            PlayCommand command = checked(subscription.command(client, connection));
            subscriptions.put(subscription.number, subscription);
            post(command);
            return subscription;
        });
    }

    /** Follow no longer. */
    void remove(Subscription subscription) {
        locked(() -> {
            if (subscription.ended == null) {
                unsubscribe(subscription.number);
                end(subscription, new ClosedException("this seat is closed"));
            }
            return null;
        });
    }

    /** Send a command; its answer will come, over as many connections as it takes. */
    CompletableFuture<Accepted> ask(Subscription subscription, PlayCommand command) {
        return locked(() -> {
            if (subscription.ended != null) {
                throw subscription.ended.again();
            }
            PlayCommand named = checked(Commands.named(command, subscription.number));
            CompletableFuture<Accepted> answer = new CompletableFuture<>();
            asked.put(Commands.id(named), new Asked(subscription, named, answer));
            post(named);
            return answer;
        });
    }

    /** Nobody waits for the answer any more. */
    void forget(PlayCommand command) {
        locked(() -> asked.remove(Commands.id(command)));
    }

    /** Whether anybody needs a connection. */
    boolean isNeeded() {
        return locked(() -> !subscriptions.isEmpty());
    }

    /** Whether commands wait to be sent. */
    boolean isDue() {
        return locked(() -> !outbox.isEmpty());
    }

    /** The first commands on a new connection; whatever waited to be sent on the old one is among them. */
    List<PlayCommand> opening() {
        return locked(() -> {
            take();
            connection++;
            List<PlayCommand> commands = new ArrayList<>();
            for (Subscription subscription : subscriptions.values()) {
                subscription.waiting = false;
                commands.add(subscription.command(client, connection));
            }
            asked.values().forEach(each -> commands.add(each.command));
            return commands;
        });
    }

    /** Empty the outbox. */
    List<PlayCommand> take() {
        return locked(() -> {
            List<PlayCommand> commands = outbox;
            outbox = new ArrayList<>();
            return commands;
        });
    }

    /** Take in an event. */
    void receive(PlayEvent event, Reaction reaction) {
        locked(() -> {
            switch (event.getEventCase()) {
                case UPDATE -> update(event.getUpdate());
                case ACCEPTED -> accepted(event.getAccepted());
                case REFUSAL -> refused(event.getRefusal(), reaction);
                case ENDED -> ended(event.getEnded(), reaction);
                case GOODBYE ->
                    reaction.leave(
                            Optional.of(Duration.ofMillis(event.getGoodbye().getReconnectAfterMs())));
                case EVENT_NOT_SET -> {} // from a newer server
            }
            return null;
        });
    }

    /** Subscribe again, under a new number, if it still waits for that. */
    void askAgain(Subscription subscription) {
        locked(() -> {
            if (subscription.waiting) {
                subscribeAnew(subscription);
            }
            return null;
        });
    }

    /** End every subscription. */
    void fail(ClientException error) {
        locked(() -> {
            List.copyOf(subscriptions.values()).forEach(subscription -> end(subscription, error));
            return null;
        });
    }

    private void update(Update update) {
        Subscription subscription = subscriptions.get(update.getSubscription());
        if (subscription == null) {
            return;
        }
        try {
            switch (subscription.inbox.receive(update)) {
                case NEW -> subscription.changed.signalAll();
                case OLD -> {}
                case GAP -> {
                    if (update.getSnapshot()) {
                        throw new ProtocolException("facts were asked for and not sent");
                    }
                    subscribeAnew(subscription);
                }
            }
        } catch (ProtocolException nonsense) {
            unsubscribe(subscription.number);
            end(subscription, nonsense);
        }
    }

    private void accepted(Accepted accepted) {
        Asked answered = asked.remove(accepted.getCommandId());
        if (answered != null) {
            answered.answer.complete(accepted);
        }
    }

    private void refused(Refusal refusal, Reaction reaction) {
        Asked answered = asked.get(refusal.getCommandId());
        if (refusal.getReason() == Reason.REASON_SHUTTING_DOWN) {
            reaction.leave(Optional.empty());
        } else if (answered == null) {
            LOG.log(System.Logger.Level.INFO, "refused: {0}: {1}", refusal.getReason(), refusal.getMessage());
        } else if (refusal.getReason() != Reason.REASON_UNKNOWN_SUBSCRIPTION
                || !goesAgain(answered.subscription, refusal.getSubscription())) {
            asked.remove(refusal.getCommandId());
            answered.answer.completeExceptionally(RefusedException.of(refusal));
        }
    }

    /** Whether it is asked for again, or was since it had this number (0: not told), its commands with it. */
    private static boolean goesAgain(Subscription subscription, int number) {
        return subscription.waiting || (number != 0 && number != subscription.number);
    }

    private void ended(SubscriptionEnded ended, Reaction reaction) {
        Subscription subscription = subscriptions.get(ended.getSubscription());
        if (subscription == null) {
            return;
        }
        switch (ended.getWhy()) {
            case WHY_TAKEN_OVER -> end(subscription, new TakenOverException("another connection has taken this seat"));
            case WHY_REFUSED -> notMade(subscription, RefusedException.of(ended.getRefusal()), reaction);
            default -> end(subscription, new ProtocolException("the server has ended this subscription"));
        }
    }

    private void notMade(Subscription subscription, RefusedException refused, Reaction reaction) {
        boolean passes =
                refused.reason() == Reason.REASON_RATE_LIMITED || refused.reason() == Reason.REASON_STORAGE_UNAVAILABLE;
        if (refused.reason() == Reason.REASON_SHUTTING_DOWN) {
            reaction.leave(Optional.empty());
        } else if (passes && subscription.inbox.snapshots() > 0) {
            subscription.waiting = true;
            reaction.askAgain(subscription, Optional.of(refused.retryAfter()).filter(told -> !told.isZero()));
        } else {
            end(subscription, refused);
        }
    }

    /** Subscribe again under a new number, so that what still comes for the old one isn't taken for it. */
    private void subscribeAnew(Subscription subscription) {
        unsubscribe(subscription.number);
        subscription.waiting = false;
        subscription.number = ++lastNumber;
        subscriptions.put(subscription.number, subscription);
        post(subscription.command(client, connection));
        asked.replaceAll((id, each) -> each.subscription == subscription
                ? new Asked(subscription, Commands.named(each.command, subscription.number), each.answer)
                : each);
        asked.values().stream()
                .filter(each -> each.subscription == subscription)
                .forEach(each -> post(each.command));
    }

    private void unsubscribe(int number) {
        subscriptions.remove(number);
        post(PlayCommand.newBuilder()
                .setUnsubscribe(Unsubscribe.newBuilder().setSubscription(number))
                .build());
    }

    private void end(Subscription subscription, ClientException error) {
        subscriptions.remove(subscription.number);
        subscription.end(error);
        asked.values().removeIf(each -> {
            boolean mine = each.subscription == subscription;
            if (mine) {
                each.answer.completeExceptionally(error);
            }
            return mine;
        });
    }

    private void post(PlayCommand command) {
        outbox.add(command);
        wake.run();
    }

    private static PlayCommand checked(PlayCommand command) {
        if (command.getSerializedSize() > COMMAND_BYTES) {
            throw new IllegalArgumentException("a command takes at most " + COMMAND_BYTES + " bytes");
        }
        return command;
    }

    private <T> T locked(Supplier<T> work) {
        lock.lock();
        try {
            return work.get();
        } finally {
            lock.unlock();
        }
    }
}
