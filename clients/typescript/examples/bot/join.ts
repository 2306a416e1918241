import { type Client, entriesOf, isOver, Reason, Refused, type Seat } from "../../src/index.js";
import { MatchStatus } from "../../src/gen/undercroft/v1/match_pb.js";
import { decide } from "./decide.js";

/** Refusals of an action that came too late to be played: the next turn, or the end, is on its way. */
const PAST: readonly Reason[] = [Reason.STALE, Reason.MATCH_OVER, Reason.TIME_UP];

/** Takes a seat for each code, plays all of them to the end, at once, and prints a line for each match. */
export async function join(client: Client, codes: readonly string[], name: string): Promise<void> {
  await Promise.all(
    codes.map(async (code) => {
      try {
        console.log(JSON.stringify(await playByCode(client, code, name)));
      } catch (error) {
        throw new Error(`${code}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
      }
    }),
  );
}

async function playByCode(client: Client, code: string, name: string) {
  const { match, token } = await client.join(code, name);
  const seat = client.seat(match.matchId, token);
  try {
    return await play(seat);
  } finally {
    seat.close();
  }
}

async function play(seat: Seat) {
  let actions = 0;
  let update = await seat.nextTurn();
  while (!isOver(update)) {
    try {
      await seat.act(decide(update.view, entriesOf(update), update.legal?.codes ?? []));
      actions++;
    } catch (error) {
      if (!(error instanceof Refused && PAST.includes(error.reason))) {
        throw error;
      }
    }
    update = await seat.nextTurn();
  }
  return {
    match_id: seat.matchId,
    seat: update.seat,
    status: MatchStatus[update.status].toLowerCase(),
    returns: update.outcome?.returns ?? null,
    reason: update.outcome?.reason ?? "",
    actions,
    reconnects: seat.reconnects,
  };
}
