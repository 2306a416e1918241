/** A server that does on each connection what the test says: the first Play (or Serve) runs the first script, and so on. */
import assert from "node:assert/strict";
import { createServer, type Http2Server, type ServerHttp2Session } from "node:http2";
import type { AddressInfo } from "node:net";
import type { TestContext } from "node:test";

import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { Code, ConnectError, type ConnectRouter } from "@connectrpc/connect";
import { connectNodeAdapter } from "@connectrpc/connect-node";

import {
  BotService,
  type ServeRequest,
  ServeResponseSchema,
  type TurnRequestSchema,
} from "../src/gen/undercroft/v1/bot_pb.js";
import {
  type Action,
  type JoinMatchRequest,
  type JoinMatchResponseSchema,
  MatchService,
  MatchStatus,
  type PlayCommand,
  PlayEventSchema,
  PlayResponseSchema,
  type Subscribe,
  SubscriptionEnded_Why as Why,
  type Update,
  type UpdateSchema,
} from "../src/gen/undercroft/v1/match_pb.js";
import type { Reason } from "../src/gen/undercroft/v1/refusal_pb.js";
import { type Client, connect } from "../src/index.js";

type UpdateInit = Exclude<MessageInitShape<typeof UpdateSchema>, Update>;
type EventInit = NonNullable<MessageInitShape<typeof PlayEventSchema>["event"]>;
type Answer = NonNullable<MessageInitShape<typeof ServeResponseSchema>["message"]>;
type Join = (request: JoinMatchRequest) => MessageInitShape<typeof JoinMatchResponseSchema>;

/** What ends a connection as a network does. */
export const DROPPED = new ConnectError("dropped by the test", Code.Unavailable);

/** Frames that go out, in order, until the script has ended. */
class Outgoing<T> {
  #frames: T[] = [];
  #wake: () => void = () => undefined;
  #ended: { error?: unknown } | undefined;

  send(frame: T): void {
    this.#frames.push(frame);
    this.#wake();
  }

  async *during(script: Promise<void>): AsyncGenerator<T> {
    void script.then(
      () => {
        this.#end({});
      },
      (error: unknown) => {
        this.#end({ error });
      },
    );
    for (;;) {
      const frames = this.#frames;
      this.#frames = [];
      yield* frames;
      if (frames.length === 0) {
        if (this.#ended !== undefined) {
          if ("error" in this.#ended) {
            throw this.#ended.error;
          }
          return;
        }
        await new Promise<void>((resolve) => (this.#wake = resolve));
      }
    }
  }

  #end(ended: { error?: unknown }): void {
    this.#ended = ended;
    this.#wake();
  }
}

/** The server's end of a Play stream. */
export class PlayConnection extends Outgoing<MessageInitShape<typeof PlayResponseSchema>> {
  #waiting: PlayCommand[] = [];
  readonly #frames: AsyncIterator<{ commands: PlayCommand[] }>;

  constructor(frames: AsyncIterable<{ commands: PlayCommand[] }>) {
    super();
    this.#frames = frames[Symbol.asyncIterator]();
  }

  /** The next command, undefined once the client has closed its side or is gone. */
  async next(): Promise<PlayCommand["command"] | undefined> {
    while (this.#waiting.length === 0) {
      const frame = await this.#frames.next().catch(() => ({ done: true as const, value: undefined }));
      if (frame.done === true) {
        return undefined;
      }
      this.#waiting = frame.value.commands;
    }
    return this.#waiting.shift()?.command;
  }

  async subscribe(): Promise<Subscribe> {
    const command = await this.next();
    assert.equal(command?.case, "subscribe");
    return command.value;
  }

  async act(): Promise<Action> {
    const command = await this.next();
    assert.equal(command?.case, "act");
    return command.value;
  }

  /** Takes a subscription, and sends the snapshot for it. */
  async subscribed(update: UpdateInit): Promise<Subscribe> {
    const subscribe = await this.subscribe();
    this.snapshot(subscribe, update);
    return subscribe;
  }

  snapshot({ subscription, matchId }: Subscribe, update: UpdateInit): void {
    this.event({ case: "update", value: { ...update, subscription, snapshot: true, match: { matchId } } });
  }

  accept({ subscription, commandId }: Action, seq: bigint): void {
    this.event({ case: "accepted", value: { subscription, commandId, seq } });
  }

  refuse({ subscription, commandId }: Action, reason: Reason, details: Record<string, string> = {}): void {
    this.event({
      case: "refusal",
      value: { subscription, commandId, reason, details, message: "because of the test" },
    });
  }

  end(subscription: number, why: Why, reason?: Reason): void {
    const refusal = reason === undefined ? {} : { refusal: { reason, message: "because of the test" } };
    this.event({ case: "ended", value: { subscription, why, ...refusal } });
  }

  event(event?: EventInit): void {
    this.send(create(PlayResponseSchema, { events: [event ? { event } : {}] }));
  }

  /** Keeps the connection until the client goes. */
  async untilClosed(): Promise<void> {
    while ((await this.next()) !== undefined);
  }
}

/** The server's end of a Serve stream. */
export class BotConnection extends Outgoing<MessageInitShape<typeof ServeResponseSchema>> {
  readonly #messages: AsyncIterator<ServeRequest>;

  constructor(messages: AsyncIterable<ServeRequest>) {
    super();
    this.#messages = messages[Symbol.asyncIterator]();
  }

  /** The next message, undefined once the client has closed its side or is gone. */
  async next(): Promise<ServeRequest["message"] | undefined> {
    const message = await this.#messages.next().catch(() => ({ done: true as const, value: undefined }));
    return message.done === true ? undefined : message.value.message;
  }

  /** Takes the hello; gives the bot's token. */
  async welcome(): Promise<Uint8Array> {
    const hello = await this.next();
    assert.equal(hello?.case, "hello");
    this.say({ case: "welcome", value: { name: "@tester" } });
    return (hello.value as { botToken: Uint8Array }).botToken;
  }

  /** Asks a turn of two legal actions, 4 and 5. */
  turn(turnId: string, entries: string[] = [], fromStart = true): void {
    const legal = { codes: [4, 5], texts: ["left", "right"] };
    const value: MessageInitShape<typeof TurnRequestSchema> = { turnId, matchId: "m", entries, fromStart, legal };
    this.say({ case: "turn", value });
  }

  /** Asks a turn, and gives the reply. */
  async ask(turnId: string, entries: string[] = [], fromStart = true) {
    this.turn(turnId, entries, fromStart);
    const reply = await this.next();
    assert.equal(reply?.case, "reply");
    return reply.value as { turnId: string; action: number; failed: boolean; forgotten: boolean; note: string };
  }

  say(message: Answer): void {
    this.send({ message });
  }
}

export class FakeServer {
  readonly play: ((connection: PlayConnection) => Promise<void>)[] = [];
  readonly serve: ((connection: BotConnection) => Promise<void>)[] = [];
  readonly join: Join[] = [];
  readonly #server: Http2Server;
  readonly #sessions = new Set<ServerHttp2Session>();

  private constructor(private readonly test: TestContext) {
    this.#server = createServer(
      connectNodeAdapter({
        routes: (router) => {
          this.#routes(router);
        },
      }),
    );
    this.#server.on("session", (session) => this.#sessions.add(session));
  }

  /** A server that is gone with the test, and has run all its scripts by then. */
  static async start(test: TestContext): Promise<FakeServer> {
    const fake = new FakeServer(test);
    await new Promise<void>((resolve) => fake.#server.listen(0, "127.0.0.1", resolve));
    test.after(() => {
      fake.#sessions.forEach((session) => {
        session.destroy();
      });
      fake.#server.close();
      assert.deepEqual([fake.play.length, fake.serve.length, fake.join.length], [0, 0, 0], "scripts that never ran");
    });
    return fake;
  }

  /** Cuts every connection, as a network does. */
  cut(): void {
    this.#sessions.forEach((session) => session.socket.resetAndDestroy());
    this.#sessions.clear();
  }

  /** A client of it that tries again at once, and is closed with the test. */
  client(): Client {
    const { port } = this.#server.address() as AddressInfo;
    const client = connect(`127.0.0.1:${port}`, { backoff: { first: 1, most: 5 } });
    this.test.after(() => client.close());
    return client;
  }

  #routes(router: ConnectRouter): void {
    router.service(MatchService, {
      play: (frames) => {
        const connection = new PlayConnection(frames);
        return connection.during(next(this.play)(connection));
      },
      joinMatch: (request) => next(this.join)(request),
    });
    router.service(BotService, {
      serve: (messages) => {
        const connection = new BotConnection(messages);
        return connection.during(next(this.serve)(connection));
      },
    });
  }
}

/** The next script; nobody should come once there is none. */
function next<T>(scripts: T[]): T {
  const script = scripts.shift();
  if (script === undefined) {
    throw new ConnectError("nobody should have come again", Code.PermissionDenied);
  }
  return script;
}

/** An update of the facts after `since`, by their names. */
export function told(since: number, ...entries: string[]): UpdateInit {
  return {
    since: BigInt(since),
    seq: BigInt(since + entries.length),
    status: MatchStatus.RUNNING,
    facts: entries.map((value) => ({ fact: { case: "entry", value } })),
  };
}

/** An update in which the reader is to act. */
export function turn(since: number, ...entries: string[]): UpdateInit {
  return { ...told(since, ...entries), legal: { codes: [1, 2], texts: ["left", "right"] } };
}
