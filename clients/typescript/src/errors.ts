import { Code, ConnectError } from "@connectrpc/connect";

import { ErrorInfoSchema } from "./gen/google/rpc/error_details_pb.js";
import { Reason, type Refusal } from "./gen/undercroft/v1/refusal_pb.js";

/** The domain of the ErrorInfo in a status (refusal.proto). */
const DOMAIN = "undercroft";

/**
 * The server refused, and says why. Switch on `reason`; `message` is a sentence for a person. A reason that this version
 * doesn't know is `Reason.UNSPECIFIED`.
 */
export class Refused extends Error {
  override readonly name = "Refused";
  /** Facts for a program; the comments of the reasons name them. */
  readonly details: Readonly<Record<string, string>>;

  constructor(
    readonly reason: Reason,
    message: string,
    details: Record<string, string> = {},
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.details = { ...details };
  }

  /** The error for a refusal frame. */
  static by(refusal: Refusal | undefined): Refused {
    const reason = refusal?.reason ?? Reason.UNSPECIFIED;
    const known = reason in Reason ? reason : Reason.UNSPECIFIED;
    return new Refused(known, refusal?.message ?? "refused without a reason", refusal?.details);
  }

  /** Texts of the legal actions, after ILLEGAL_ACTION and INVALID_ACTION. */
  get legal(): string[] {
    return this.#list("legal");
  }

  /** Names that were perhaps meant, after UNKNOWN_GAME, UNKNOWN_BOT and BAD_OPTION. */
  get nearest(): string[] {
    return this.#list("nearest");
  }

  /** Milliseconds to wait, after RATE_LIMITED; else 0. */
  get retryAfter(): number {
    const seconds = Number(this.details.seconds ?? 0);
    return seconds > 0 && seconds < 1e6 ? 1_000 * seconds : 0;
  }

  #list(key: string): string[] {
    try {
      const names: unknown = JSON.parse(this.details[key] ?? "[]");
      return Array.isArray(names) ? names.filter((name) => typeof name === "string") : [];
    } catch {
      return [];
    }
  }
}

/** Another connection has the seat, or serves the bot. Coming back would take it over in turn, so nobody does unasked. */
export class TakenOver extends Error {
  override readonly name = "TakenOver";

  constructor() {
    super("another connection has taken over");
  }
}

/** The seat or the client was closed here, or the server has ended the subscription. */
export class Closed extends Error {
  override readonly name = "Closed";

  constructor() {
    super("nothing comes any more: it was closed");
  }
}

/** The server sent what it must not send, as facts that don't follow on. */
export class ProtocolError extends Error {
  override readonly name: string = "ProtocolError";
}

/** Why a connection ends that the server has said goodbye on: connect again after so many milliseconds. */
export class Going extends Error {
  override readonly name = "Going";

  constructor(readonly wait: number) {
    super("the server is going");
  }
}

/** `Refused` for a status that carries a reason of ours, and any other error as it is. */
export function errorOf(error: unknown): Error {
  if (!(error instanceof ConnectError)) {
    return error instanceof Error ? error : new Error(String(error));
  }
  const info = error.findDetails(ErrorInfoSchema).find((detail) => detail.domain === DOMAIN);
  if (info === undefined) {
    return error;
  }
  const reason = Object.entries(Reason).find(([name]) => name === info.reason)?.[1];
  const known = typeof reason === "number" ? reason : Reason.UNSPECIFIED;
  return new Refused(known, error.rawMessage, info.metadata, { cause: error });
}

/** The code of a gRPC status; undefined if the error has none. */
export function codeOf(error: unknown): Code | undefined {
  if (error instanceof Refused) {
    return codeOf(error.cause);
  }
  return error instanceof ConnectError ? error.code : undefined;
}

/** Refusals of a stream that may not meet the next attempt. */
const PASSING: ReadonlySet<Reason> = new Set([
  Reason.SHUTTING_DOWN,
  Reason.STORAGE_UNAVAILABLE,
  Reason.RATE_LIMITED,
  Reason.INTERNAL,
]);

const HOPELESS: ReadonlySet<Code | undefined> = new Set([
  Code.Unauthenticated,
  Code.PermissionDenied,
  Code.Unimplemented,
  Code.InvalidArgument,
  Code.NotFound,
  Code.FailedPrecondition,
]);

/** Whether another attempt at a stream would end as this one did. */
export function isHopeless(error: Error): boolean {
  if (error instanceof Refused) {
    return !PASSING.has(error.reason);
  }
  return error instanceof TakenOver || HOPELESS.has(codeOf(error));
}

/** Milliseconds that the server said to wait; 0 if it didn't. */
export function waitTold(error: Error): number {
  if (error instanceof Going) {
    return error.wait;
  }
  return error instanceof Refused ? error.retryAfter : 0;
}
