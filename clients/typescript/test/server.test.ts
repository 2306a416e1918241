/** Against the server at UNDERCROFT_TEST_SERVER, if there is one. */
import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";

import { decodeEntry, decodeView } from "../examples/dungeon-of-fear/decode.js";
import { type Client, connect, entriesOf, isOver, newId, Reason, Refused, TakenOver, Token } from "../src/index.js";

const SERVER = process.env.UNDERCROFT_TEST_SERVER ?? "";
const needsServer = { skip: SERVER === "" ? "UNDERCROFT_TEST_SERVER names no server to test against" : false };

function client(t: TestContext): Client {
  const opened = connect(SERVER);
  t.after(() => opened.close());
  return opened;
}

/** Makes a match of Dungeon of Fear against a bot, and takes the first seat. */
async function sitDown(client: Client) {
  const token = new Token();
  const created = await client.matches.createMatch({
    requestId: newId(),
    game: "dungeon-of-fear",
    seats: [
      { fill: { case: "mine", value: { seatToken: token.bytes, name: "Ann" } } },
      { fill: { case: "bot", value: "random" } },
    ],
    paceMs: 0,
  });
  return { seat: client.seat(created.match?.matchId ?? "", token), token };
}

test("an illegal action is refused with the legal ones, and play goes on", needsServer, async (t) => {
  const { seat } = await sitDown(client(t));
  const turn = await seat.nextTurn();
  await assert.rejects(seat.act("c3xc4"), (error) => {
    assert(error instanceof Refused);
    assert.equal(error.reason, Reason.ILLEGAL_ACTION);
    assert.deepEqual(error.legal, turn.legal?.texts);
    return true;
  });
  for (let update = await seat.nextTurn(); !isOver(update); update = await seat.nextTurn()) {
    assert.equal(decodeView(update.view).you, 0);
    entriesOf(update).forEach(decodeEntry);
    await seat.act(update.legal?.texts[0] ?? "");
  }
});

test("a unary call is refused with the same type", needsServer, async (t) => {
  await assert.rejects(client(t).games.getGame({ game: "dungeon-of-fare" }), (error) => {
    assert(error instanceof Refused);
    assert.deepEqual([error.reason, error.nearest], [Reason.UNKNOWN_GAME, ["dungeon-of-fear"]]);
    return true;
  });
});

test("a second connection takes the seat over", needsServer, async (t) => {
  const { seat, token } = await sitDown(client(t));
  await seat.nextTurn();
  await client(t).seat(seat.matchId, token).nextTurn();
  await assert.rejects(seat.next(), TakenOver);
});
