import assert from "node:assert/strict";
import { test } from "node:test";

import { Code, ConnectError } from "@connectrpc/connect";

import { ErrorInfoSchema } from "../src/gen/google/rpc/error_details_pb.js";
import {
  type Action,
  MatchStatus,
  SubscriptionEnded_Why as Why,
  type Subscribe,
} from "../src/gen/undercroft/v1/match_pb.js";
import { Closed, entriesOf, isOver, Reason, Refused, TakenOver, Token, TOKEN_BYTES } from "../src/index.js";
import { DROPPED, FakeServer, told, turn } from "./fake_server.js";

// eslint-disable-next-line @typescript-eslint/no-unsafe-enum-assignment -- of a newer server
const UNKNOWN: Reason = 999 as number;

test("an unanswered action is sent again under its id, and no fact is lost or told twice", async (t) => {
  const fake = await FakeServer.start(t);
  const sent: Action[] = [];
  fake.play.push(
    async (c) => {
      await c.subscribed(turn(0, "a", "b"));
      sent.push(await c.act());
      throw DROPPED;
    },
    async (c) => {
      const subscribe = await c.subscribe();
      assert.equal(subscribe.since, 2n);
      const again = await c.act();
      sent.push(again);
      c.snapshot(subscribe, told(0, "a", "b", "c")); // more than was asked for
      c.accept(again, 3n);
      await c.untilClosed();
    },
  );
  const seat = fake.client().seat("m", new Token());
  const entries = entriesOf(await seat.nextTurn());
  await seat.act("left");
  entries.push(...entriesOf(await seat.next()));
  assert.deepEqual(entries, ["a", "b", "c"]);
  assert.notEqual(sent[0]?.commandId, "");
  assert.deepEqual({ ...sent[0], subscription: 0 }, { ...sent[1], subscription: 0 });
  assert.equal(seat.reconnects, 1);
});

test("a server can tell a client's connections, and their order", async (t) => {
  const fake = await FakeServer.start(t);
  const wishes: Subscribe[] = [];
  fake.play.push(
    async (c) => {
      wishes.push(await c.subscribed(told(0, "a")));
    },
    async (c) => {
      wishes.push(await c.subscribed(told(1, "b")));
      await c.untilClosed();
    },
  );
  const seat = fake.client().seat("m", new Token());
  while ((await seat.next()).seq < 2n);
  assert.deepEqual(wishes[0]?.client, wishes[1]?.client);
  assert.equal(wishes[0]?.client.length, 16);
  assert.deepEqual(
    wishes.map((wish) => wish.connection),
    [1n, 2n],
  );
});

test("a gap in the facts is asked for again under a new number", async (t) => {
  const fake = await FakeServer.start(t);
  fake.play.push(async (c) => {
    const { subscription } = await c.subscribed(told(0, "a"));
    c.event({ case: "update", value: { ...told(2, "c"), subscription } });
    assert.deepEqual((await c.next())?.case, "unsubscribe");
    const anew = await c.subscribe();
    assert.equal(anew.since, 1n);
    assert.notEqual(anew.subscription, subscription);
    c.snapshot(anew, told(1, "b", "c"));
    await c.untilClosed();
  });
  const seat = fake.client().seat("m", new Token());
  const entries: string[] = [];
  while (entries.length < 3) {
    entries.push(...entriesOf(await seat.next()));
  }
  assert.deepEqual(entries, ["a", "b", "c"]);
});

test("who is taken over doesn't come back", async (t) => {
  const fake = await FakeServer.start(t);
  fake.play.push(async (c) => {
    const { subscription } = await c.subscribed(turn(0, "a"));
    await c.act(); // gets no answer any more
    c.end(subscription, Why.TAKEN_OVER);
    throw DROPPED;
  });
  const seat = fake.client().seat("m", new Token());
  await seat.nextTurn();
  await assert.rejects(seat.act("left"), TakenOver);
  await assert.rejects(seat.next(), TakenOver);
});

test("a refused subscription ends the seat with the reason", async (t) => {
  const fake = await FakeServer.start(t);
  fake.play.push(async (c) => {
    c.end((await c.subscribe()).subscription, Why.REFUSED, Reason.UNKNOWN_SEAT);
    await c.untilClosed();
  });
  await assert.rejects(fake.client().seat("m", new Token()).next(), { name: "Refused", reason: Reason.UNKNOWN_SEAT });
});

test("a stream that is refused for good isn't tried again", async (t) => {
  const fake = await FakeServer.start(t);
  fake.play.push(() => Promise.reject(new ConnectError("not you", Code.Unauthenticated)));
  await assert.rejects(fake.client().seat("m", new Token()).next(), { code: Code.Unauthenticated });
});

test("a server that goes still answers, and is come back to", async (t) => {
  const fake = await FakeServer.start(t);
  fake.play.push(
    async (c) => {
      await c.subscribed(turn(0, "a"));
      const action = await c.act();
      c.event({ case: "goodbye", value: { reconnectAfterMs: 1_000 } });
      c.accept(action, 2n);
      await c.untilClosed();
    },
    async (c) => {
      await c.subscribed(told(1, "b"));
      await c.untilClosed();
    },
  );
  const seat = fake.client().seat("m", new Token());
  await seat.nextTurn();
  await seat.act("left");
  assert.equal((await seat.next()).seq, 2n);
});

test("a turn that was answered isn't given again, and one that was refused is", async (t) => {
  const fake = await FakeServer.start(t);
  fake.play.push(async (c) => {
    const { subscription } = await c.subscribed(turn(0, "a"));
    c.refuse(await c.act(), Reason.ILLEGAL_ACTION, { legal: '["left","right"]' });
    c.accept(await c.act(), 2n);
    // The old list once more, with other clocks; then the end.
    c.event({ case: "update", value: { ...turn(1), subscription, clocks: [{ leftMilliseconds: 5n }] } });
    const outcome = { reason: "reached" };
    c.event({ case: "update", value: { ...told(1, "b"), subscription, status: MatchStatus.FINISHED, outcome } });
    await c.untilClosed();
  });
  const seat = fake.client().seat("m", new Token());
  await seat.nextTurn();
  await assert.rejects(seat.act("up"), (error) => {
    assert(error instanceof Refused);
    assert.deepEqual([error.reason, error.legal], [Reason.ILLEGAL_ACTION, ["left", "right"]]);
    return true;
  });
  const again = await seat.nextTurn();
  assert.deepEqual([again.facts.length, again.legal?.codes], [0, [1, 2]]);
  await seat.act(1);
  const last = await seat.nextTurn();
  assert(isOver(last));
  assert.equal(last.match?.outcome?.reason, "reached");
});

test("what a newer server sends is passed over", async (t) => {
  const fake = await FakeServer.start(t);
  fake.play.push(async (c) => {
    const subscribe = await c.subscribe();
    c.event();
    c.snapshot(subscribe, { seq: 1n, status: MatchStatus.RUNNING, facts: [{}] });
    c.refuse(await c.act(), UNKNOWN);
    await c.untilClosed();
  });
  const seat = fake.client().seat("m", new Token());
  assert.equal((await seat.next()).seq, 1n);
  await assert.rejects(seat.act("left"), { name: "Refused", reason: Reason.UNSPECIFIED });
});

test("updates end with the match", async (t) => {
  const fake = await FakeServer.start(t);
  fake.play.push(async (c) => {
    await c.subscribed({ ...told(0, "a"), status: MatchStatus.ABORTED });
    await c.untilClosed();
  });
  const statuses: MatchStatus[] = [];
  for await (const update of fake.client().seat("m", undefined)) {
    statuses.push(update.status);
  }
  assert.deepEqual(statuses, [MatchStatus.ABORTED]);
});

test("waiting ends with its signal, and the seat with its client", async (t) => {
  const fake = await FakeServer.start(t);
  const subscribed = new Promise<void>((resolve) => {
    fake.play.push(async (c) => {
      await c.subscribe();
      resolve();
      await c.untilClosed();
    });
  });
  const client = fake.client();
  const seat = client.seat("m", new Token());
  await subscribed;
  await assert.rejects(seat.next(AbortSignal.timeout(1)), { name: "TimeoutError" });
  await client.close();
  await assert.rejects(seat.next(), Closed);
});

test("joining is tried again with the same token while the server is away", async (t) => {
  const fake = await FakeServer.start(t);
  const tokens: Uint8Array[] = [];
  const fails = ({ seatToken }: { seatToken: Uint8Array }): never => {
    tokens.push(seatToken);
    throw DROPPED;
  };
  fake.join.push(fails, fails, ({ seatToken }) => {
    tokens.push(seatToken);
    return { seat: 1, match: { matchId: "m" } };
  });
  const joined = await fake.client().join("CODE", "Ann");
  assert.equal(joined.seat, 1);
  const sent = Uint8Array.from(joined.token.bytes);
  assert.deepEqual(
    tokens.map((token) => Uint8Array.from(token)),
    [sent, sent, sent],
  );
  assert.equal(sent.length, TOKEN_BYTES);
});

test("joining is tried again over a connection that was cut", async (t) => {
  const fake = await FakeServer.start(t);
  const answer = { seat: 1, match: { matchId: "m" } };
  fake.join.push(
    () => {
      fake.cut();
      return answer;
    },
    () => answer,
  );
  assert.equal((await fake.client().join("CODE", "Ann")).seat, 1);
});

test("a refused call isn't made again and has its reason", async (t) => {
  const fake = await FakeServer.start(t);
  fake.join.push(() => {
    const value = { domain: "undercroft", reason: "UNKNOWN_CODE", metadata: { a: "b" } };
    throw new ConnectError("no seat has that code", Code.NotFound, undefined, [{ desc: ErrorInfoSchema, value }]);
  });
  await assert.rejects(fake.client().join("CODE", "Ann"), {
    name: "Refused",
    reason: Reason.UNKNOWN_CODE,
    message: "no seat has that code",
    details: { a: "b" },
  });
});
