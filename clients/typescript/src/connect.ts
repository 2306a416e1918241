import { readFileSync } from "node:fs";

import { type Client as Service, createClient } from "@connectrpc/connect";
import { createGrpcTransport, Http2SessionManager } from "@connectrpc/connect-node";

import { type Backoff, BACKOFF } from "./backoff.js";
import { Closed } from "./errors.js";
import { BotService } from "./gen/undercroft/v1/bot_pb.js";
import { GameService } from "./gen/undercroft/v1/game_pb.js";
import { type Match, MatchService, type Wants } from "./gen/undercroft/v1/match_pb.js";
import { Link } from "./link.js";
import { PatientTransport } from "./patient_transport.js";
import { Play } from "./play.js";
import { Seat } from "./seat.js";
import { type Bot, Serving } from "./serving.js";
import { Token } from "./tokens.js";

const PINGS = { pingIntervalMs: 5_000, pingTimeoutMs: 2_000, pingIdleConnection: true };

/** A record may be longer than the 4 MiB that are usual. */
const MESSAGE_BYTES = 64 << 20;

/** What a client's connection does; `attempt` counts from 1, `retryIn` is in milliseconds. */
export type ConnectionNews =
  | { readonly state: "connected" }
  | { readonly state: "lost"; readonly attempt: number; readonly retryIn: number; readonly error: Error };

/** Options of a client; the defaults are good. */
export interface Options {
  /** Speak TLS to a loopback address too; to any other it is always spoken, but for `insecure`. */
  readonly tls?: boolean;
  /** A PEM file of the authorities to trust instead of the usual ones; it implies `tls`. */
  readonly caFile?: string | undefined;
  /** Speak plain text to another machine: something else encrypts. */
  readonly insecure?: boolean;
  /** For how many milliseconds a unary call is made again while the server is away; 30,000. */
  readonly patience?: number;
  /** How long to wait between attempts to connect. */
  readonly backoff?: Backoff;
  /** Hears of lost and regained connections. */
  readonly onConnection?: (news: ConnectionNews) => void;
}

/** A seat that was taken. Keep the token to come back. */
export interface Joined {
  readonly match: Match;
  readonly seat: number;
  readonly token: Token;
}

/** What `Client.seat` may be told besides the match and the token. */
export interface Following {
  /** What is to be sent besides facts; by default the view, and no texts. */
  readonly wants?: Wants;
  /** Facts after this number are sent; 0: all. */
  readonly since?: bigint;
}

/**
 * A connection to a server, made when it is first needed and as often as it is lost.
 *
 * `games`, `matches` and `bots` are the services as generated. Their unary calls are made again while the server is away
 * (every one of them may be), and fail with `Refused` where the server says why.
 */
export class Client {
  readonly games: Service<typeof GameService>;
  readonly matches: Service<typeof MatchService>;
  readonly bots: Service<typeof BotService>;
  readonly #options: Required<Pick<Options, "backoff" | "onConnection">>;
  readonly #sessions: Http2SessionManager;
  readonly #play = new Play();
  readonly #link: Link;

  /** Use `connect`. */
  constructor(target: string, options: Options) {
    const secure = speaksTls(target, options);
    const baseUrl = `${secure ? "https" : "http"}://${target}`;
    const nodeOptions = options.caFile === undefined ? {} : { ca: readFileSync(options.caFile) };
    this.#options = { backoff: options.backoff ?? BACKOFF, onConnection: options.onConnection ?? (() => undefined) };
    this.#sessions = new Http2SessionManager(baseUrl, PINGS, nodeOptions);
    const plain = createGrpcTransport({ baseUrl, readMaxBytes: MESSAGE_BYTES, sessionManager: this.#sessions });
    const transport = new PatientTransport(plain, options.patience ?? 30_000, this.#options.backoff);
    this.games = createClient(GameService, transport);
    this.matches = createClient(MatchService, transport);
    this.bots = createClient(BotService, transport);
    this.#link = new Link(this.matches, this.#play, this.#options.backoff, this.#options.onConnection);
  }

  /** Takes the seat that a join code opens, under a name of 1 to 40 characters. */
  async join(code: string, name: string, signal?: AbortSignal): Promise<Joined> {
    const token = new Token();
    const request = { code, seatToken: token.bytes, name };
    const joined = await this.matches.joinMatch(request, signal ? { signal } : {});
    if (joined.match === undefined) {
      throw new Error("the server hasn't said which match that is");
    }
    return { match: joined.match, seat: joined.seat, token };
  }

  /** Follows a match from the seat that a token proves, to play it; without a token, as somebody who sits nowhere. */
  seat(matchId: string, token: Token | undefined, { wants, since = 0n }: Following = {}): Seat {
    const seat = new Seat(this.#play, this.#play.add(matchId, token, wants, since));
    this.#link.start();
    return seat;
  }

  /** Makes a bot ready to dial in, which it does when it runs. */
  serve(bot: Bot): Serving {
    return new Serving(this.bots, bot, this.#options.backoff, this.#options.onConnection);
  }

  /** Ends every call and every seat of the client. The seats stay ours: their tokens come back to them. */
  async close(): Promise<void> {
    await this.#link.stop();
    this.#play.fail(new Closed());
    this.#sessions.abort();
  }
}

/**
 * Makes a client for the server at `target`, HOST:PORT. Nothing is connected yet.
 *
 * Plain text is spoken to loopback addresses only, unless options say otherwise.
 */
export function connect(target: string, options: Options = {}): Client {
  return new Client(target, options);
}

/** Whether the connection to a server is to be encrypted. */
export function speaksTls(target: string, options: Options): boolean {
  if (options.tls === true || options.caFile !== undefined) {
    return true;
  }
  const host = new URL(`http://${target}`).hostname;
  const isLoopback = host === "localhost" || host === "[::1]" || /^127\.\d+\.\d+\.\d+$/.test(host);
  return options.insecure !== true && !isLoopback;
}
