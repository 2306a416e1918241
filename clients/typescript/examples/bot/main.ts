/** Plays on an Undercroft server: joins matches by their codes, or waits to be asked for turns. */
import { parseArgs } from "node:util";

import { connect } from "../../src/index.js";
import { join } from "./join.js";
import { serve } from "./serve.js";

const USAGE = `usage: bot join --server HOST:PORT [--ca FILE] [--name NAME] CODE…
       bot serve --server HOST:PORT [--ca FILE] --name NAME --games GAME[,GAME] [--token FILE]`;

const text = { type: "string" } as const;

/** What was typed; undefined if it makes no sense. */
function parsed() {
  try {
    const options = { server: { ...text, default: "127.0.0.1:7070" }, ca: text, name: text, games: text, token: text };
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    return { ...values, command: positionals[0], codes: positionals.slice(1) };
  } catch {
    return undefined;
  }
}

async function main(): Promise<number> {
  const typed = parsed();
  if (typed?.command === "join" && typed.codes.length > 0) {
    const client = connect(typed.server, { caFile: typed.ca });
    try {
      await join(client, typed.codes, typed.name ?? "bot");
    } finally {
      await client.close();
    }
    return 0;
  }
  if (typed?.command === "serve" && typed.codes.length === 0 && typed.name && typed.games) {
    const client = connect(typed.server, { caFile: typed.ca });
    try {
      await serve(client, typed.name, typed.games.split(","), typed.token ?? `${typed.name}.token`);
    } finally {
      await client.close();
    }
    return 0;
  }
  console.error(USAGE);
  return 2;
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error(`bot: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
