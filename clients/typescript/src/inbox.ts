import { clone, equals } from "@bufbuild/protobuf";

import { ProtocolError } from "./errors.js";
import {
  type Fact,
  type Match,
  MatchSchema,
  MatchStatus,
  SeatKind,
  type Update,
  UpdateSchema,
} from "./gen/undercroft/v1/match_pb.js";

/** An update doesn't follow on what was received before. */
export class FactsMissing extends ProtocolError {
  override readonly name = "FactsMissing";
}

/** Whether a match is over, as of an update. */
export function isOver(update: Update): boolean {
  return update.status === MatchStatus.FINISHED || update.status === MatchStatus.ABORTED;
}

/** The game's journal entries among the facts of an update, JSON. */
export function entriesOf(update: Update): string[] {
  return update.facts.flatMap(({ fact }) => (fact.case === "entry" ? [fact.value] : []));
}

/**
 * What one subscription has received and not handed out yet: all facts, and of everything else the newest. Nothing grows
 * but the list of facts that nobody has taken.
 */
export class Inbox {
  /** How many facts were received. */
  seq: bigint;
  /** The seq of the newest update handed out, -1 before any. */
  seen = -1n;
  /** There is something that wasn't handed out. */
  fresh = false;
  /** The newest state, every field set, without facts. It is never changed, only replaced. */
  newest: Update | undefined;
  #taken: bigint;
  #facts: Fact[] = [];
  /** Of a long list of facts, kept until the state after it comes. */
  #parts: Fact[] = [];
  #match: Match | undefined;
  #seat = 0;

  constructor(since: bigint) {
    this.seq = since;
    this.#taken = since;
  }

  /** Takes in a message; whether it brought anything new. What was received before is dropped. */
  receive(message: Update): boolean {
    if (message.since > this.seq) {
      throw new FactsMissing(`facts ${this.seq + 1n} to ${message.since} were never sent`);
    }
    if (message.since + BigInt(message.facts.length) !== message.seq) {
      throw new ProtocolError("the facts of an update don't add up to its seq");
    }
    if (message.seq < this.seq) {
      return false;
    }
    this.#parts.push(...message.facts.slice(Number(this.seq - message.since)));
    this.seq = message.seq;
    if (message.snapshot) {
      this.#match = message.match;
      this.#seat = message.seat;
    }
    if (message.status !== MatchStatus.UNSPECIFIED) {
      return this.#learn(message);
    }
    if (message.facts.length > 0 || this.newest === undefined || this.#parts.length > 0) {
      return false;
    }
    return this.#learn({ ...this.newest, presence: message.presence, clocks: message.clocks });
  }

  /** Hands out the newest state with every fact since the last one handed out; no fact is handed out twice. */
  take(): Update {
    if (this.newest === undefined) {
      throw new ProtocolError("nothing was received yet");
    }
    const update = { ...clone(UpdateSchema, this.newest), since: this.#taken, facts: this.#facts };
    this.#taken = this.seen = update.seq;
    this.#facts = [];
    this.fresh = false;
    return update;
  }

  #learn(message: Update): boolean {
    const state = this.#merged(message);
    if (this.#parts.length === 0 && this.newest !== undefined && equals(UpdateSchema, state, this.newest)) {
      return false;
    }
    this.#facts.push(...this.#parts);
    this.#parts = [];
    this.newest = state;
    this.fresh = true;
    return true;
  }

  /** The whole state as of a message, without its facts: what the message leaves out stands as it was. */
  #merged(message: Update): Update {
    if (this.#match === undefined) {
      throw new ProtocolError("the first update of a subscription was no snapshot");
    }
    this.#match = asOf(this.#match, message, this.#parts);
    const before = this.newest;
    return {
      ...message,
      subscription: 0,
      snapshot: false,
      since: message.seq,
      facts: [],
      seat: this.#seat,
      match: this.#match,
      view: message.view || (before?.view ?? ""),
      board: message.board || (before?.board ?? ""),
      svg: message.svg || (before?.svg ?? ""),
      presence: message.presence.length > 0 ? message.presence : (before?.presence ?? []),
    };
  }
}

/** The match as of a message. */
function asOf(match: Match, message: Update, facts: readonly Fact[]): Match {
  const now = clone(MatchSchema, match);
  now.status = message.status;
  if (message.outcome !== undefined) {
    now.outcome = message.outcome;
  }
  for (const { fact } of facts) {
    if (fact.case === "seated") {
      sit(now, fact.value.seat, fact.value.kind, fact.value.name);
    } else if (fact.case === "left") {
      sit(now, fact.value.seat, SeatKind.BOT, fact.value.standIn);
    }
  }
  return now;
}

function sit(match: Match, seat: number, kind: SeatKind, name: string): void {
  for (const info of match.seats) {
    if (info.seat === seat) {
      info.kind = kind;
      info.name = name;
    }
  }
}
