package dev.undercroft.client;

import dev.undercroft.v1.Abort;
import dev.undercroft.v1.Accepted;
import dev.undercroft.v1.Action;
import dev.undercroft.v1.Mute;
import dev.undercroft.v1.OfferDraw;
import dev.undercroft.v1.PlayCommand;
import dev.undercroft.v1.Rematch;
import dev.undercroft.v1.Resign;
import dev.undercroft.v1.Say;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Supplier;

/**
 * One seat of one match, followed and played; or a match that is watched. Made by {@link Client#seat} and {@link
 * Client#watch}.
 *
 * <p>A lost connection is resumed without a fact lost or repeated. Who looks seldom gets the newest state with every fact
 * in between. Every method that waits throws {@link RefusedException} if the server doesn't let us follow, {@link
 * TakenOverException} once another connection has the seat, and {@link ConnectionLostException} if the client gave up.
 *
 * <p>Updates are handed out once: let one thread wait for them, while others may act. To close it is to follow no longer;
 * the seat stays ours, and its token comes back to it.
 */
public final class Seat implements AutoCloseable {
    private final Play play;
    private final Subscription subscription;
    /** The newest update that was answered, and accepted. */
    private long answered = -1;
    /** Legal lists before this one were replaced. */
    private long newest;

    Seat(Play play, Subscription subscription) {
        this.play = play;
        this.subscription = subscription;
    }

    /** The match. */
    public String matchId() {
        return subscription.matchId;
    }

    /** The seat's number, {@link Update#SPECTATOR} for one who watches; none before the first update. */
    public OptionalInt number() {
        return locked(() ->
                subscription.inbox.snapshots() > 0 ? OptionalInt.of(subscription.inbox.seat()) : OptionalInt.empty());
    }

    /** How often it was resumed so far. */
    public int resumed() {
        return locked(() -> Math.max(0, subscription.inbox.snapshots() - 1));
    }

    /** The newest update received, with the facts not handed out before it; none before the first. */
    public Optional<Update> latest() {
        return locked(() -> Optional.ofNullable(subscription.inbox.latest()));
    }

    /** The next update, as soon as there is one. After the end of the match there may be more: chat, a rematch. */
    public Update nextUpdate() throws InterruptedException {
        return when(subscription.inbox::isFresh, subscription.inbox::take);
    }

    /**
     * The next update in which this seat is to act, or in which the match is over.
     *
     * <p>A turn that was answered and accepted isn't given again. One that wasn't is, without its facts: those are handed
     * out once.
     */
    public Update nextTurn() throws InterruptedException {
        return when(this::isTurnOrEnd, subscription.inbox::take);
    }

    /**
     * Play an action, given by its text; returns once it is on the server's disk.
     *
     * <p>It answers the legal actions of the newest update that was handed out. If the connection goes before the answer
     * has come, it is sent again and not played twice.
     *
     * @throws RefusedException if it can't be played; {@link RefusedException#legal} says what can
     */
    public Accepted act(String text) throws InterruptedException {
        return act(Action.newBuilder().setText(text));
    }

    /** The same with the action's code. */
    public Accepted act(int code) throws InterruptedException {
        return act(Action.newBuilder().setCode(code));
    }

    /** Chat: at most 500 characters. */
    public Accepted say(String text) throws InterruptedException {
        Say.Builder say = Say.newBuilder().setCommandId(Randomness.id()).setText(text);
        return ask(PlayCommand.newBuilder().setSay(say));
    }

    /** Give up. */
    public Accepted resign() throws InterruptedException {
        return ask(PlayCommand.newBuilder().setResign(Resign.newBuilder().setCommandId(Randomness.id())));
    }

    /** Offer a draw, or accept the one on the table. It lapses with the offerer's next action. */
    public Accepted offerDraw() throws InterruptedException {
        return ask(PlayCommand.newBuilder().setOfferDraw(OfferDraw.newBuilder().setCommandId(Randomness.id())));
    }

    /** End a match that has seen no action yet. */
    public Accepted abort() throws InterruptedException {
        return ask(PlayCommand.newBuilder().setAbort(Abort.newBuilder().setCommandId(Randomness.id())));
    }

    /** Ask for another match of the same kind, once this one is over. The fact {@code rematched} tells where it is. */
    public Accepted rematch() throws InterruptedException {
        return ask(PlayCommand.newBuilder().setRematch(Rematch.newBuilder().setCommandId(Randomness.id())));
    }

    /** Stop, or start again, to hear a seat's chat. */
    public Accepted mute(int seat, boolean muted) throws InterruptedException {
        Mute.Builder mute =
                Mute.newBuilder().setCommandId(Randomness.id()).setSeat(seat).setMuted(muted);
        return ask(PlayCommand.newBuilder().setMute(mute));
    }

    /** Follow no longer. */
    @Override
    public void close() {
        play.remove(subscription);
    }

    private Accepted act(Action.Builder action) throws InterruptedException {
        long seq = when(() -> subscription.inbox.seen() >= 0, subscription.inbox::seen);
        action.setCommandId(Randomness.id()).setSeq(seq);
        try {
            Accepted accepted = ask(PlayCommand.newBuilder().setAct(action));
            return locked(() -> {
                answered = Math.max(answered, seq);
                newest = Math.max(newest, accepted.getSeq());
                return accepted;
            });
        } catch (RefusedException refused) {
            // The list that replaced ours may still be on its way: the old one is no turn any more.
            locked(() -> newest = Math.max(newest, refused.newestSeq()));
            throw refused;
        }
    }

    private Accepted ask(PlayCommand.Builder builder) throws InterruptedException {
        PlayCommand command = builder.build();
        CompletableFuture<Accepted> answer = play.ask(subscription, command);
        try {
            return answer.get();
        } catch (ExecutionException refused) {
            throw ((ClientException) refused.getCause()).again();
        } finally {
            play.forget(command);
        }
    }

    private boolean isTurnOrEnd() {
        long turn = subscription.inbox.turn();
        return subscription.inbox.isFinished() && subscription.inbox.seen() >= 0 || turn > answered && turn >= newest;
    }

    /** What can be got out of the inbox once it is ready. */
    private <T> T when(Supplier<Boolean> ready, Supplier<T> get) throws InterruptedException {
        play.lock.lockInterruptibly();
        try {
            while (!ready.get()) {
                if (subscription.ended != null) {
                    throw subscription.ended.again();
                }
                subscription.changed.await();
            }
            return get.get();
        } finally {
            play.lock.unlock();
        }
    }

    private <T> T locked(Supplier<T> look) {
        play.lock.lock();
        try {
            return look.get();
        } finally {
            play.lock.unlock();
        }
    }
}
