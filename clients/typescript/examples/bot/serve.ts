import { readFileSync, writeFileSync } from "node:fs";

import { type Client, Token } from "../../src/index.js";
import { decide } from "./decide.js";

/** Answers turns until SIGINT or SIGTERM, then those that were asked; prints a line for each match that is over. */
export async function serve(client: Client, name: string, games: readonly string[], tokenFile: string): Promise<void> {
  const serving = client.serve({
    name,
    token: tokenIn(tokenFile),
    games,
    concurrency: 16,
    decide: (turn) => decide(turn.view, turn.entries, turn.legal?.codes ?? []),
    onSeatOver: ({ matchId, seat, outcome }) => {
      const { returns = null, reason = "" } = outcome ?? {};
      console.log(JSON.stringify({ match_id: matchId, seat, returns, reason }));
    },
    onError: (error, turnId) => {
      console.error(`bot: turn ${turnId}: ${error.message}`);
    },
  });
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => {
      serving.drain();
    });
  }
  await serving.run();
}

/** Reads the bot's token, or makes one that is kept: the name belongs to whoever has it. */
function tokenIn(path: string): Token {
  try {
    return Token.fromHex(readFileSync(path, "utf8").trim());
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") {
      throw new Error(`${path} holds no bot's token`, { cause: error });
    }
  }
  const token = new Token();
  writeFileSync(path, `${token.hex}\n`, { mode: 0o600, flag: "wx" });
  return token;
}
