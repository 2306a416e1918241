import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { decodeEntry, decodeView } from "../examples/dungeon-of-fear/decode.js";

const MATCH = new URL("../../../../tests/playthroughs/dungeon-of-fear.txt", import.meta.url);

/** What a match showed its seats and spectators, of one kind: `view` or `told`. */
function recorded(kind: string): string[] {
  const lines = readFileSync(MATCH, "utf8").split("\n");
  return lines.filter((line) => line.startsWith(kind.padEnd(6))).map((line) => line.slice(6));
}

test("recorded views are decoded", () => {
  const views = recorded("view").map(decodeView);
  assert(views.length > 10);
  assert.deepEqual(new Set(views.map((view) => view.you)), new Set([0, 1, null]));
  assert(views.some((view) => view.rays?.north.kind === "wall"));
});

test("recorded entries are decoded", () => {
  const kinds = new Set<string>();
  for (const [number, text] of recorded("told").entries()) {
    const entry = decodeEntry(`{"n":${number},${text.slice(1)}`); // on the wire it has its number
    assert.equal(entry.n, number);
    kinds.add(entry.type === "end" ? `end: ${entry.reason}` : entry.type);
  }
  assert.deepEqual([...kinds].map((kind) => kind.split(":")[0]).sort(), ["end", "ply", "start"]);
});

test("what is no view and no entry is refused", () => {
  const view = recorded("view")[0] ?? "";
  for (const [right, wrong] of [
    ['"ply"', '"plies"'],
    ['"wall"', '"door"'],
    ['"to_act":[0]', '"to_act":"white"'],
  ] as const) {
    assert.throws(() => decodeView(view.replace(right, wrong)), TypeError);
  }
  assert.throws(() => decodeEntry('{"n":0,"type":"thunder"}'), TypeError);
  assert.throws(() => decodeEntry(recorded("told")[0] ?? ""), /required property 'n'/);
});
