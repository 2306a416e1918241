import { toBinary } from "@bufbuild/protobuf";
import type { Client as Service } from "@connectrpc/connect";

import { type Backoff, delay } from "./backoff.js";
import type { ConnectionNews } from "./connect.js";
import { errorOf, Going, isHopeless, waitTold } from "./errors.js";
import { type MatchService, type PlayCommand, PlayCommandSchema } from "./gen/undercroft/v1/match_pb.js";
import type { Play } from "./play.js";
import { pause } from "./waiting.js";

/** A frame isn't made longer than half of what a server takes as one message, nor of more commands than a quarter. */
const FRAME_BYTES = 1 << 17;
const FRAME_COMMANDS = 1_000;

/** Keeps the one Play stream of a client open while somebody needs it. */
export class Link {
  readonly #stop = new AbortController();
  #running: Promise<void> | undefined;

  constructor(
    private readonly matches: Service<typeof MatchService>,
    private readonly play: Play,
    private readonly backoff: Backoff,
    private readonly tell: (news: ConnectionNews) => void,
  ) {}

  /** Starts it, once. */
  start(): void {
    this.#running ??= this.#run();
  }

  /** Ends the stream. */
  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#running;
  }

  #isStopped(): boolean {
    return this.#stop.signal.aborted;
  }

  async #run(): Promise<void> {
    for (let attempt = 1; !this.#isStopped();) {
      if (!this.play.isNeeded) {
        await this.play.needed.wait(this.#stop.signal);
        continue;
      }
      const { connected, error } = await this.#connection();
      attempt = connected ? 1 : attempt;
      if (this.#isStopped()) {
        return;
      }
      if (isHopeless(error)) {
        this.play.fail(error);
        continue;
      }
      const retryIn = delay(this.backoff, attempt) + waitTold(error);
      this.tell({ state: "lost", attempt, retryIn, error });
      attempt++;
      await pause(retryIn, this.#stop.signal);
    }
  }

  /** One connection from open to end: whether anything came, and why it ended. */
  async #connection(): Promise<{ connected: boolean; error: Error }> {
    const end = new AbortController();
    const stopWriting = new AbortController();
    const stop = (): void => {
      end.abort();
    };
    this.#stop.signal.addEventListener("abort", stop);
    let goodbye: Going | undefined;
    let until = 0;
    let timer: NodeJS.Timeout | undefined;
    let connected = false;
    try {
      for await (const frame of this.matches.play(this.#frames(stopWriting.signal), { signal: end.signal })) {
        if (!connected) {
          connected = true;
          this.tell({ state: "connected" });
        }
        for (const event of frame.events) {
          const going = this.play.receive(event);
          if (going !== undefined && goodbye === undefined) {
            // What a server that goes still answers is read, for as long as it told us to wait; nothing more is written.
            goodbye = going;
            until = Date.now() + going.wait;
            stopWriting.abort();
            timer = setTimeout(stop, going.wait);
          }
        }
      }
      return { connected, error: goodbye ?? new Error("the server has ended the connection") };
    } catch (error) {
      return { connected, error: goodbye ? new Going(Math.max(0, until - Date.now())) : errorOf(error) };
    } finally {
      clearTimeout(timer);
      stopWriting.abort();
      end.abort();
      this.#stop.signal.removeEventListener("abort", stop);
    }
  }

  /** What is written on a connection. */
  async *#frames(stop: AbortSignal): AsyncGenerator<{ commands: PlayCommand[] }> {
    for (let commands = this.play.opening(); ; commands = this.play.take()) {
      yield* framed(commands);
      if (commands.length === 0) {
        await this.play.due.wait(stop);
      }
      if (stop.aborted) {
        return;
      }
    }
  }
}

/** Commands in as few frames as their size allows. */
export function* framed(commands: readonly PlayCommand[]): Generator<{ commands: PlayCommand[] }> {
  let frame: PlayCommand[] = [];
  let size = 0;
  for (const command of commands) {
    const bytes = toBinary(PlayCommandSchema, command).length;
    if (frame.length > 0 && (size + bytes > FRAME_BYTES || frame.length === FRAME_COMMANDS)) {
      yield { commands: frame };
      frame = [];
      size = 0;
    }
    frame.push(command);
    size += bytes;
  }
  if (frame.length > 0) {
    yield { commands: frame };
  }
}
