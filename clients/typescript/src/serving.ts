import { create, type MessageInitShape } from "@bufbuild/protobuf";
import type { Client as Service } from "@connectrpc/connect";

import { type Backoff, delay } from "./backoff.js";
import type { ConnectionNews } from "./connect.js";
import { errorOf, Going, isHopeless, Refused, TakenOver, waitTold } from "./errors.js";
import {
  type BotService,
  type SeatOver,
  type ServeRequest,
  ServeRequestSchema,
  type ServeResponse,
  type TurnRequest,
} from "./gen/undercroft/v1/bot_pb.js";
import { Reason, type Refusal } from "./gen/undercroft/v1/refusal_pb.js";
import { Recent } from "./recent.js";
import type { Token } from "./tokens.js";
import { Bell, pause } from "./waiting.js";

/** Seats whose entries are kept; of more, the longest unused are forgotten, and asked for again. */
const JOURNALS_KEPT = 4_096;

/** Answers kept, so that whoever asks again gets the same. */
const ANSWERS_KEPT = 1_024;

/** A bot of one's own that a server may ask for its turns. */
export interface Bot {
  /** 1 to 40 characters: letters of ASCII, digits, `-`, `_`. In lists it stands as @NAME. */
  readonly name: string;
  /** Proves that the name is ours; to be kept as long as the name. */
  readonly token: Token;
  /** The bot's own, for lists and logs. */
  readonly version?: string;
  /** Ids of the games it plays. */
  readonly games: readonly string[];
  /** How many turns it takes at once, 1 to 256; 1. */
  readonly concurrency?: number;
  /**
   * Gives the code of a legal action. The turn's entries are all that the seat was ever told. The signal says that nobody
   * waits for the answer any more.
   */
  readonly decide: (turn: TurnRequest, signal: AbortSignal) => number | Promise<number>;
  /** Hears of the end of a match in which this connection was asked. */
  readonly onSeatOver?: (over: SeatOver) => void;
  /** Hears what `decide` has thrown, of which the server is only told the kind, and what the server has refused. */
  readonly onError?: (error: Error, turnId: string) => void;
}

/**
 * A bot that has dialled in, or does so again. A decision is made once: whoever asks for it again, after a lost connection
 * or a restart of the server, gets the answer that was given, or the one that is being thought about.
 */
export class Serving {
  readonly #answers = new Recent<string, number>(ANSWERS_KEPT);
  readonly #journals = new Recent<string, string[]>(JOURNALS_KEPT);
  /** Turns under way, and those that this connection waits for. */
  readonly #thinking = new Map<string, AbortController>();
  readonly #asked = new Set<string>();
  readonly #due = new Bell();
  #outbox: ServeRequest[] = [];
  #draining = false;

  constructor(
    private readonly bots: Service<typeof BotService>,
    private readonly bot: Bot,
    private readonly backoff: Backoff,
    private readonly tell: (news: ConnectionNews) => void,
  ) {}

  /**
   * Serves until the bot has drained. Fails with `TakenOver` once another connection serves this bot, with `Refused` if
   * the server doesn't take it, with the signal's reason when that says stop.
   */
  async run(signal: AbortSignal = new AbortController().signal): Promise<void> {
    try {
      for (let attempt = 1; ; attempt++) {
        const error = await this.#connection(signal, () => {
          attempt = 1;
        });
        signal.throwIfAborted();
        if (this.#draining) {
          return;
        }
        if (isHopeless(error)) {
          throw error;
        }
        const retryIn = delay(this.backoff, attempt) + waitTold(error);
        this.tell({ state: "lost", attempt, retryIn, error });
        await pause(retryIn, signal);
      }
    } finally {
      for (const thinking of this.#thinking.values()) {
        thinking.abort();
      }
    }
  }

  /** Takes no new matches and turns; `run` ends once those that were asked are answered. */
  drain(): void {
    this.#draining = true;
    this.#send({ case: "drain", value: {} });
  }

  /** One connection from open to end; why it ended. */
  async #connection(signal: AbortSignal, welcomed: () => void): Promise<Error> {
    this.#begin();
    if (this.#draining) {
      return new Error("it leaves");
    }
    const end = new AbortController();
    const stop = (): void => {
      end.abort();
    };
    signal.addEventListener("abort", stop);
    try {
      for await (const frame of this.bots.serve(this.#messages(end.signal), { signal: end.signal })) {
        const error = this.#receive(frame, welcomed);
        if (error !== undefined) {
          return error;
        }
      }
      return new Error("the server has ended the connection");
    } catch (error) {
      return errorOf(error);
    } finally {
      end.abort();
      signal.removeEventListener("abort", stop);
    }
  }

  /** Forgets what the connection before was told and had to say. */
  #begin(): void {
    this.#journals.clear();
    this.#asked.clear();
    this.#outbox = [];
    const { name, version = "", games, concurrency = 1, token } = this.bot;
    this.#send({ case: "hello", value: { name, version, games: [...games], concurrency, botToken: token.bytes } });
  }

  async *#messages(stop: AbortSignal): AsyncGenerator<ServeRequest> {
    while (!stop.aborted) {
      const messages = this.#outbox;
      this.#outbox = [];
      yield* messages;
      if (messages.length === 0) {
        await this.#due.wait(stop);
      }
    }
  }

  #send(message: NonNullable<MessageInitShape<typeof ServeRequestSchema>["message"]>): void {
    this.#outbox.push(create(ServeRequestSchema, { message }));
    this.#due.ring();
  }

  /** Takes a frame in; why the connection ends with it, if it does. Frames of a newer kind are passed over. */
  #receive({ message }: ServeResponse, welcomed: () => void): Error | undefined {
    switch (message.case) {
      case "turn":
        this.#turn(message.value);
        return undefined;
      case "welcome":
        welcomed();
        this.tell({ state: "connected" });
        return undefined;
      case "cancelled":
        this.#callOff(message.value.turnId);
        return undefined;
      case "over":
        this.#journals.delete(seatKey(message.value));
        this.bot.onSeatOver?.(message.value);
        return undefined;
      case "refusal":
        return this.#refused(message.value);
      case "goodbye":
        return new Going(message.value.reconnectAfterMs);
      default:
        return undefined;
    }
  }

  #refused(refusal: Refusal): Error | undefined {
    const refused = Refused.by(refusal);
    if (refusal.commandId === "") {
      return refused.reason === Reason.NAME_TAKEN ? new TakenOver() : refused;
    }
    this.#asked.delete(refusal.commandId);
    this.bot.onError?.(refused, refusal.commandId);
    return undefined;
  }

  #turn(turn: TurnRequest): void {
    const { turnId } = turn;
    this.#asked.add(turnId);
    const answer = this.#answers.get(turnId);
    if (!this.#complete(turn)) {
      this.#reply({ turnId, forgotten: true });
    } else if (answer !== undefined) {
      this.#reply({ turnId, action: answer });
    } else if (!this.#thinking.has(turnId)) {
      const thinking = new AbortController();
      this.#thinking.set(turnId, thinking);
      void this.#think(turn, thinking.signal);
    }
  }

  /** Puts all that the seat was told before into a turn; whether we have it. */
  #complete(turn: TurnRequest): boolean {
    const before = turn.fromStart ? [] : this.#journals.get(seatKey(turn));
    if (before === undefined) {
      return false;
    }
    turn.entries = [...before, ...turn.entries];
    turn.fromStart = true;
    this.#journals.set(seatKey(turn), turn.entries);
    return true;
  }

  async #think(turn: TurnRequest, signal: AbortSignal): Promise<void> {
    const { turnId } = turn;
    const reply = await this.#decided(turn, signal);
    if (signal.aborted) {
      return; // nobody waits; the same turn may be thought about anew by now
    }
    this.#thinking.delete(turnId);
    if (this.#asked.has(turnId)) {
      this.#reply(reply);
    }
  }

  async #decided(turn: TurnRequest, signal: AbortSignal): Promise<Reply> {
    const { turnId } = turn;
    try {
      const action = await this.bot.decide(turn, signal);
      if (turn.legal?.codes.includes(action) === true) {
        this.#answers.set(turnId, action);
      } else {
        this.bot.onError?.(new RangeError(`${action} is no legal action`), turnId);
      }
      return { turnId, action: Number.isInteger(action) ? action : -1 };
    } catch (error) {
      const kind = error instanceof Error ? error : new Error(String(error));
      if (!signal.aborted) {
        this.bot.onError?.(kind, turnId);
      }
      return { turnId, failed: true, note: kind.name };
    }
  }

  #callOff(turnId: string): void {
    this.#asked.delete(turnId);
    this.#thinking.get(turnId)?.abort();
    this.#thinking.delete(turnId);
  }

  #reply(reply: Reply): void {
    this.#asked.delete(reply.turnId);
    this.#send({ case: "reply", value: reply });
  }
}

interface Reply {
  readonly turnId: string;
  readonly action?: number;
  readonly forgotten?: boolean;
  readonly failed?: boolean;
  readonly note?: string;
}

function seatKey({ matchId, seat }: { matchId: string; seat: number }): string {
  return `${matchId} ${seat}`;
}
