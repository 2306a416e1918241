import { create, type MessageInitShape } from "@bufbuild/protobuf";

import { Refused } from "./errors.js";
import { type Accepted, PlayCommandSchema, type Update } from "./gen/undercroft/v1/match_pb.js";
import { Reason } from "./gen/undercroft/v1/refusal_pb.js";
import { isOver } from "./inbox.js";
import type { Play } from "./play.js";
import type { Subscription } from "./subscription.js";

/** Refusals of an action whose list of legal actions needs no answer any more. What replaced it may still be on its way. */
const PAST: ReadonlySet<Reason> = new Set([Reason.STALE, Reason.NOT_YOUR_TURN, Reason.MATCH_OVER, Reason.TIME_UP]);

/**
 * One seat of one match, followed and played; or a spectator's place.
 *
 * Its updates are those of the wire, merged: `facts` are number `since` + 1 to `seq`, each told exactly once, and
 * everything else is the newest state, whole. Who looks seldom gets the newest state with every fact in between. Let one
 * task take the updates, while any others act.
 *
 * Once nothing comes any more, all methods fail with the reason: `Refused` if the server doesn't let us follow,
 * `TakenOver`, `Closed`, `ProtocolError`. Methods that wait take a signal to stop waiting.
 */
export class Seat implements AsyncIterable<Update> {
  /** The seq of the newest legal list that needs no answer any more, -1 before any. */
  #acted = -1n;
  /** How many facts had been told when the last action was accepted. */
  #accepted = 0n;

  constructor(
    private readonly play: Play,
    private readonly subscription: Subscription,
  ) {}

  /** The match's id. */
  get matchId(): string {
    return this.subscription.matchId;
  }

  /** How often it was resumed on a new connection. */
  get reconnects(): number {
    return this.subscription.resumed;
  }

  /** The next update; waits for one if there is none, after the end too (chat, a rematch). */
  async next(signal?: AbortSignal): Promise<Update> {
    await this.#until(() => this.subscription.inbox.fresh, signal);
    return this.subscription.inbox.take();
  }

  /**
   * The next update in which this seat is to act, or the last one of the match.
   *
   * A turn that was answered isn't given again. One that wasn't is, without its facts: those are told once.
   */
  async nextTurn(signal?: AbortSignal): Promise<Update> {
    await this.#until(() => this.#isTurnOrEnd(), signal);
    return this.subscription.inbox.take();
  }

  /** The updates as they come, until the one in which the match is over. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Update, void, void> {
    for (;;) {
      const update = await this.next();
      yield update;
      if (isOver(update)) {
        return;
      }
    }
  }

  /**
   * Plays an action, given by its text or its code, and returns once it is on disk. It answers the legal actions of the
   * newest update handed out. `Refused` says why it wasn't played.
   */
  async act(action: string | number, signal?: AbortSignal): Promise<void> {
    const { inbox } = this.subscription;
    await this.#until(() => inbox.newest !== undefined, signal);
    const seq = inbox.seen >= 0n ? inbox.seen : inbox.seq;
    const chosen =
      typeof action === "string" ? { case: "text" as const, value: action } : { case: "code" as const, value: action };
    try {
      const accepted = await this.do({ case: "act", value: { seq, action: chosen } }, signal);
      this.#accepted = larger(this.#accepted, accepted.seq);
      this.#acted = larger(this.#acted, seq);
    } catch (error) {
      if (error instanceof Refused && PAST.has(error.reason)) {
        this.#acted = larger(this.#acted, seq);
      }
      throw error;
    }
  }

  /**
   * Sends a command of this seat: `say`, `mute`, `offerDraw`, `resign`, `abort`, `rematch`, or an `act` with a seq of
   * one's own. Its subscription is filled in, and its command id if it has none. If the connection goes before the answer
   * has come, the command is sent again and not carried out twice. If the signal stops the waiting, it may have been
   * carried out.
   */
  async do(
    command: NonNullable<MessageInitShape<typeof PlayCommandSchema>["command"]>,
    signal?: AbortSignal,
  ): Promise<Accepted> {
    return this.play.ask(this.subscription, create(PlayCommandSchema, { command }), signal);
  }

  /** Follows no longer. The seat stays ours: `Client.seat` with the same token comes back to it. */
  close(): void {
    this.play.remove(this.subscription);
  }

  #isTurnOrEnd(): boolean {
    const { newest } = this.subscription.inbox;
    if (newest === undefined) {
      return false;
    }
    return isOver(newest) || (newest.legal !== undefined && newest.seq > this.#acted && newest.seq >= this.#accepted);
  }

  /** Waits until something is so, or the subscription has ended without it. */
  async #until(ready: () => boolean, signal?: AbortSignal): Promise<void> {
    while (!ready()) {
      if (this.subscription.error !== undefined) {
        throw this.subscription.error;
      }
      await this.subscription.changed.wait(signal);
      signal?.throwIfAborted();
    }
  }
}

function larger(one: bigint, other: bigint): bigint {
  return one > other ? one : other;
}
