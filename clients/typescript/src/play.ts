import { randomBytes } from "node:crypto";

import { clone, create, toBinary } from "@bufbuild/protobuf";

import { Closed, Going, Refused, TakenOver } from "./errors.js";
import {
  type Accepted,
  type PlayCommand,
  PlayCommandSchema,
  type PlayEvent,
  type SubscriptionEnded,
  SubscriptionEnded_Why as Why,
  type Update,
  type Wants,
} from "./gen/undercroft/v1/match_pb.js";
import { Reason, type Refusal } from "./gen/undercroft/v1/refusal_pb.js";
import { FactsMissing } from "./inbox.js";
import { Subscription } from "./subscription.js";
import { newId, type Token } from "./tokens.js";
import { Bell } from "./waiting.js";

/** The most that a command takes: one that the transport can't carry would end the stream of all. */
const COMMAND_BYTES = 1 << 16;

/** A command without an answer so far. */
interface Asked {
  readonly of: Subscription;
  readonly command: PlayCommand;
  readonly id: string;
  readonly accept: (accepted: Accepted) => void;
  readonly fail: (error: Error) => void;
}

/**
 * What goes over the Play stream: subscriptions, commands and their answers. It knows no connection, so all that is under
 * way survives the loss of one: `opening` resumes every subscription from its last fact and repeats every unanswered
 * command under its old id.
 */
export class Play {
  /** Rings when commands are due. */
  readonly due = new Bell();
  /** Rings when there is a new subscription. */
  readonly needed = new Bell();
  readonly #subscriptions = new Map<number, Subscription>();
  readonly #client = Uint8Array.from(randomBytes(16));
  readonly #asked = new Map<string, Asked>();
  #outbox: PlayCommand[] = [];
  #number = 0;
  #connection = 0n;

  /** Whether there are subscriptions. */
  get isNeeded(): boolean {
    return this.#subscriptions.size > 0;
  }

  /** Starts to follow a seat, or to watch (no token). */
  add(matchId: string, token: Token | undefined, wants: Wants | undefined, since: bigint): Subscription {
    const subscription = new Subscription(matchId, token, wants, since);
    this.#enter(subscription);
    this.needed.ring();
    return subscription;
  }

  /** Ends a subscription of ours. */
  remove(subscription: Subscription): void {
    this.#drop(subscription, new Closed());
  }

  /** Sends a command and waits for its answer, over as many connections as it takes, or until the signal says stop. */
  async ask(of: Subscription, command: PlayCommand, signal?: AbortSignal): Promise<Accepted> {
    signal?.throwIfAborted();
    if (of.error !== undefined) {
      throw of.error;
    }
    const id = idOf(command);
    if (toBinary(PlayCommandSchema, command).length > COMMAND_BYTES) {
      throw new RangeError(`a command takes at most ${COMMAND_BYTES} bytes`);
    }
    if (this.#asked.has(id)) {
      throw new Error(`a command of the id ${id} waits for its answer`);
    }
    let stop: (() => void) | undefined;
    try {
      return await new Promise<Accepted>((accept, fail) => {
        stop = () => {
          fail(signal?.reason as Error);
        };
        signal?.addEventListener("abort", stop);
        const asked = { of, command, id, accept, fail };
        this.#asked.set(id, asked);
        this.#post(numbered(asked));
      });
    } finally {
      this.#asked.delete(id);
      if (stop !== undefined) {
        signal?.removeEventListener("abort", stop);
      }
    }
  }

  /** The first commands on a new connection; whatever waited to be sent on the old one is among them. */
  opening(): PlayCommand[] {
    this.#outbox = [];
    this.#connection++;
    const resumed = [...this.#subscriptions.values()].map((one) => one.command(this.#client, this.#connection));
    return [...resumed, ...[...this.#asked.values()].map(numbered)];
  }

  /** Empties the outbox. */
  take(): PlayCommand[] {
    const commands = this.#outbox;
    this.#outbox = [];
    return commands;
  }

  /**
   * Takes in an event; gives `Going` if the connection should be made anew. Events of a newer kind are passed over.
   */
  receive({ event }: PlayEvent): Going | undefined {
    switch (event.case) {
      case "update":
        this.#update(event.value);
        return undefined;
      case "accepted":
        this.#asked.get(event.value.commandId)?.accept(event.value);
        return undefined;
      case "refusal":
        return this.#refused(event.value);
      case "ended":
        return this.#ended(event.value);
      case "goodbye":
        return new Going(event.value.reconnectAfterMs);
      default:
        return undefined;
    }
  }

  /** Ends every subscription. */
  fail(error: Error): void {
    for (const subscription of [...this.#subscriptions.values()]) {
      this.#end(subscription, error);
    }
  }

  #update(update: Update): void {
    const subscription = this.#subscriptions.get(update.subscription);
    if (subscription === undefined) {
      return;
    }
    try {
      subscription.receive(update, this.#connection);
    } catch (error) {
      if (error instanceof FactsMissing && !update.snapshot) {
        this.#anew(subscription);
      } else {
        this.#drop(subscription, error as Error);
      }
    }
  }

  #refused(refusal: Refusal): Going | undefined {
    const refused = Refused.by(refusal);
    if (refused.reason === Reason.SHUTTING_DOWN) {
      return new Going(0);
    }
    const asked = this.#asked.get(refusal.commandId);
    const goesAgain = refused.reason === Reason.UNKNOWN_SUBSCRIPTION && asked?.of.isAnew(refusal.subscription) === true;
    if (!goesAgain) {
      asked?.fail(refused);
    }
    return undefined;
  }

  #ended(ended: SubscriptionEnded): Going | undefined {
    const subscription = this.#subscriptions.get(ended.subscription);
    if (subscription === undefined) {
      return undefined;
    }
    if (ended.why === Why.REFUSED) {
      return this.#notMade(subscription, Refused.by(ended.refusal));
    }
    this.#end(subscription, ended.why === Why.TAKEN_OVER ? new TakenOver() : new Closed());
    return undefined;
  }

  /** Sees to a subscription that was refused: one that was there before comes back, if the reason passes. */
  #notMade(subscription: Subscription, refused: Refused): Going | undefined {
    if (refused.reason === Reason.SHUTTING_DOWN) {
      return new Going(0);
    }
    const passes = refused.reason === Reason.RATE_LIMITED || refused.reason === Reason.STORAGE_UNAVAILABLE;
    if (passes && subscription.inbox.newest !== undefined) {
      subscription.waiting = true;
      setTimeout(
        () => {
          this.#anew(subscription);
        },
        Math.max(refused.retryAfter, 1_000),
      ).unref();
    } else {
      this.#end(subscription, refused);
    }
    return undefined;
  }

  /** Subscribes again under a new number, so that what still comes for the old one isn't taken for it. */
  #anew(subscription: Subscription): void {
    if (subscription.error !== undefined) {
      return;
    }
    this.#subscriptions.delete(subscription.number);
    this.#post(unsubscribe(subscription.number));
    subscription.waiting = false;
    this.#enter(subscription);
    for (const asked of this.#asked.values()) {
      if (asked.of === subscription) {
        this.#post(numbered(asked));
      }
    }
  }

  /** Gives a subscription a number and asks for it. */
  #enter(subscription: Subscription): void {
    subscription.number = ++this.#number;
    this.#subscriptions.set(subscription.number, subscription);
    this.#post(subscription.command(this.#client, this.#connection));
  }

  /** Ends a subscription on both sides. */
  #drop(subscription: Subscription, error: Error): void {
    if (subscription.error === undefined) {
      this.#post(unsubscribe(subscription.number));
      this.#end(subscription, error);
    }
  }

  #end(subscription: Subscription, error: Error): void {
    this.#subscriptions.delete(subscription.number);
    subscription.end(error);
    for (const asked of this.#asked.values()) {
      if (asked.of === subscription) {
        asked.fail(error);
      }
    }
  }

  #post(command: PlayCommand): void {
    this.#outbox.push(command);
    this.due.ring();
  }
}

function unsubscribe(subscription: number): PlayCommand {
  return create(PlayCommandSchema, { command: { case: "unsubscribe", value: { subscription } } });
}

/** The command as it is sent now: on its subscription, whose number may have changed. */
function numbered({ of, command }: Asked): PlayCommand {
  const now = clone(PlayCommandSchema, command);
  if (now.command.case !== undefined) {
    now.command.value.subscription = of.number;
  }
  return now;
}

/** The command's id; one that has none yet gets one. */
function idOf({ command }: PlayCommand): string {
  if (command.case === undefined || command.case === "subscribe" || command.case === "unsubscribe") {
    throw new TypeError("that is no command of a seat");
  }
  command.value.commandId ||= newId();
  return command.value.commandId;
}
