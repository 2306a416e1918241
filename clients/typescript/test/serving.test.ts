import assert from "node:assert/strict";
import { test } from "node:test";

import type { TurnRequest } from "../src/gen/undercroft/v1/bot_pb.js";
import { type Bot, Reason, TakenOver, Token, TOKEN_BYTES } from "../src/index.js";
import { DROPPED, FakeServer } from "./fake_server.js";

function bot(decide: Bot["decide"]): Bot {
  return { name: "tester", token: new Token(), games: ["g"], decide };
}

test("a decision is made once, however often it is asked for", async (t) => {
  const fake = await FakeServer.start(t);
  let decisions = 0;
  const serving = fake.client().serve(bot((turn) => turn.legal?.codes[decisions++] ?? -1));
  const tokens: Uint8Array[] = [];
  fake.serve.push(
    async (c) => {
      tokens.push(Uint8Array.from(await c.welcome()));
      assert.equal((await c.ask("t1")).action, 4);
      throw DROPPED;
    },
    async (c) => {
      tokens.push(Uint8Array.from(await c.welcome()));
      assert.equal((await c.ask("t1")).action, 4);
      serving.drain();
      assert.equal((await c.next())?.case, "drain");
    },
  );
  await serving.run();
  assert.equal(decisions, 1);
  assert.deepEqual(tokens[0], tokens[1]);
  assert.equal(tokens[0]?.length, TOKEN_BYTES);
});

test("a turn has all entries, and what is forgotten is asked for from the start", async (t) => {
  const fake = await FakeServer.start(t);
  const heard: string[][] = [];
  const decide = (turn: TurnRequest): number => {
    heard.push(turn.entries);
    return 4;
  };
  const serving = fake.client().serve(bot(decide));
  fake.serve.push(async (c) => {
    await c.welcome();
    assert((await c.ask("t2", ["c"], false)).forgotten);
    await c.ask("t2", ["a", "b", "c"]);
    await c.ask("t3", ["d"], false);
    serving.drain();
  });
  await serving.run();
  assert.deepEqual(heard, [
    ["a", "b", "c"],
    ["a", "b", "c", "d"],
  ]);
});

test("a bot that fails says so, with the kind of the error only", async (t) => {
  const fake = await FakeServer.start(t);
  const heard: string[] = [];
  const serving = fake.client().serve({
    ...bot(({ turnId }) => {
      if (turnId === "t1") {
        throw new RangeError("a secret of mine");
      }
      return 99;
    }),
    onError: (error) => heard.push(error.message),
  });
  fake.serve.push(async (c) => {
    await c.welcome();
    const failed = await c.ask("t1");
    assert.deepEqual([failed.failed, failed.note], [true, "RangeError"]);
    const illegal = await c.ask("t2");
    assert.deepEqual([illegal.failed, illegal.action], [false, 99]);
    serving.drain();
  });
  await serving.run();
  assert.deepEqual(heard, ["a secret of mine", "99 is no legal action"]);
});

test("a turn that is cancelled is thought about no longer", async (t) => {
  const fake = await FakeServer.start(t);
  const stopped = new AbortController();
  const serving = fake.client().serve(
    bot(async (_turn, signal) => {
      await new Promise((resolve) => {
        signal.addEventListener("abort", resolve);
      });
      stopped.abort();
      return 4;
    }),
  );
  fake.serve.push(async (c) => {
    await c.welcome();
    c.turn("t1");
    c.say({ case: "cancelled", value: { turnId: "t1" } });
    await new Promise((resolve) => {
      stopped.signal.addEventListener("abort", resolve);
    });
    serving.drain();
    assert.equal((await c.next())?.case, "drain");
  });
  await serving.run();
});

test("a bot whose place is taken doesn't come back", async (t) => {
  const fake = await FakeServer.start(t);
  fake.serve.push(async (c) => {
    await c.welcome();
    c.say({ case: "refusal", value: { reason: Reason.NAME_TAKEN } });
    await c.next();
  });
  await assert.rejects(
    fake
      .client()
      .serve(bot(() => 4))
      .run(),
    TakenOver,
  );
});

test("a refused reply is no end, and the end of a match is heard of", async (t) => {
  const fake = await FakeServer.start(t);
  const heard: unknown[] = [];
  const serving = fake.client().serve({
    ...bot(() => 4),
    onError: (error, turnId) => heard.push([error.name, turnId]),
    onSeatOver: ({ matchId, seat }) => {
      heard.push([matchId, seat]);
      serving.drain();
    },
  });
  fake.serve.push(async (c) => {
    await c.welcome();
    c.say({ case: "refusal", value: { commandId: "t0", reason: Reason.TURN_OVER } });
    c.say({ case: "over", value: { matchId: "m", seat: 1 } });
    assert.equal((await c.next())?.case, "drain");
  });
  await serving.run();
  assert.deepEqual(heard, [
    ["Refused", "t0"],
    ["m", 1],
  ]);
});
