import { create } from "@bufbuild/protobuf";

import { type PlayCommand, PlayCommandSchema, type Update, type Wants } from "./gen/undercroft/v1/match_pb.js";
import { Inbox } from "./inbox.js";
import type { Token } from "./tokens.js";
import { Bell } from "./waiting.js";

/** What the stream keeps of one seat, whichever connection serves it. Its `number` may change, the rest stays. */
export class Subscription {
  number = 0;
  /** The server has refused it for now, and it will be asked for again. */
  waiting = false;
  /** Why nothing comes any more; undefined while something may. */
  error: Error | undefined;
  /** How often another connection had made it before. */
  resumed = 0;
  readonly changed = new Bell();
  readonly inbox: Inbox;
  #made = 0n;

  constructor(
    readonly matchId: string,
    private readonly token: Token | undefined,
    private readonly wants: Wants | undefined,
    since: bigint,
  ) {
    this.inbox = new Inbox(since);
  }

  /** The command that makes it, or resumes it, on a client's connection of that number. */
  command(client: Uint8Array, connection: bigint): PlayCommand {
    const value = {
      subscription: this.number,
      matchId: this.matchId,
      seatToken: this.token?.bytes ?? new Uint8Array(),
      since: this.inbox.seq,
      client,
      connection,
      ...(this.wants ? { wants: this.wants } : {}),
    };
    return create(PlayCommandSchema, { command: { case: "subscribe", value } });
  }

  /** Whether it is asked for again, or has been, since it had this number (0: one not told). */
  isAnew(number: number): boolean {
    return this.waiting || (number !== 0 && number !== this.number);
  }

  /** Takes in an update that came on a connection, and wakes whoever waits. */
  receive(update: Update, connection: bigint): void {
    const changed = this.inbox.receive(update);
    if (update.snapshot && this.#made !== connection) {
      this.resumed += this.#made === 0n ? 0 : 1;
      this.#made = connection;
    }
    if (changed) {
      this.changed.ring();
    }
  }

  /** Nothing comes any more. */
  end(error: Error): void {
    this.error = error;
    this.changed.ring();
  }
}
