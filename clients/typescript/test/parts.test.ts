import assert from "node:assert/strict";
import { test } from "node:test";
import { format, inspect } from "node:util";

import { create } from "@bufbuild/protobuf";

import { BACKOFF, delay } from "../src/backoff.js";
import { type Options, speaksTls } from "../src/connect.js";
import { PlayCommandSchema } from "../src/gen/undercroft/v1/match_pb.js";
import { connect, Token } from "../src/index.js";
import { framed } from "../src/link.js";
import { Recent } from "../src/recent.js";

test("plain text is spoken to loopback only, unless told", () => {
  const cases: [string, Options, boolean][] = [
    ["127.0.0.1:7070", {}, false],
    ["localhost:7070", {}, false],
    ["[::1]:7070", {}, false],
    ["127.0.0.1:7070", { tls: true }, true],
    ["127.0.0.1:7070", { caFile: "ca.pem" }, true],
    ["games.example:7070", {}, true],
    ["192.0.2.1:7070", {}, true],
    ["127.0.0.1.example:7070", {}, true],
    ["games.example:7070", { insecure: true }, false],
    ["games.example:7070", { insecure: true, tls: true }, true],
  ];
  for (const [target, options, secure] of cases) {
    assert.equal(speaksTls(target, options), secure, target);
  }
});

test("a file that isn't there is told of", () => {
  assert.throws(() => connect("127.0.0.1:1", { caFile: "no-such.pem" }), /no-such\.pem/);
});

test("waits grow up to the most, and are random", () => {
  const different = new Set<number>();
  for (const [attempt, most] of [
    [1, 200],
    [2, 400],
    [3, 800],
    [10_000, BACKOFF.most],
  ] as const) {
    for (let i = 0; i < 50; i++) {
      const wait = delay(BACKOFF, attempt);
      different.add(wait);
      assert(wait >= 0 && wait <= most);
    }
  }
  assert(different.size > 100);
});

test("a token doesn't show", () => {
  const token = new Token();
  for (const shown of [
    inspect(token),
    String(token),
    JSON.stringify({ token }),
    format("%o %O %s", token, token, token),
  ]) {
    assert(!shown.includes(token.hex.slice(0, 8)), shown);
  }
  assert.deepEqual(Token.fromHex(token.hex).bytes, token.bytes);
  assert.throws(() => Token.fromHex("abc"), RangeError);
});

test("only so much is kept", () => {
  const kept = new Recent<number, string>(2);
  kept.set(1, "a").set(2, "b").set(1, "c").set(3, "d");
  assert.deepEqual(
    [...kept],
    [
      [1, "c"],
      [3, "d"],
    ],
  );
});

test("frames are neither too long nor too full", () => {
  const say = (text: string) => create(PlayCommandSchema, { command: { case: "say", value: { text } } });
  const long = [...framed(Array.from({ length: 5 }, () => say("x".repeat(60_000))))];
  assert.deepEqual(
    long.map((frame) => frame.commands.length),
    [2, 2, 1],
  );
  const many = [...framed(Array.from({ length: 2_500 }, () => say("x")))];
  assert.deepEqual(
    many.map((frame) => frame.commands.length),
    [1_000, 1_000, 500],
  );
  assert.deepEqual([...framed([])], []);
});
