/** The sample of the README, which is compiled with everything else. */
import { connect, isOver, Reason, Refused } from "../src/index.js";

const client = connect("127.0.0.1:7070");
const { match, token } = await client.join("CODE", "Ann");
const seat = client.seat(match.matchId, token);
for (;;) {
  const update = await seat.nextTurn();
  if (isOver(update)) {
    console.log(update.outcome);
    break;
  }
  try {
    await seat.act(update.legal?.texts[0] ?? "");
  } catch (error) {
    if (error instanceof Refused && error.reason === Reason.ILLEGAL_ACTION) {
      console.log("legal are", error.legal);
    }
  }
}
await client.close();
