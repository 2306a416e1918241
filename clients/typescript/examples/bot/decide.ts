import { randomInt } from "node:crypto";

/**
 * Picks one of the legal actions, given by their codes: put your bot here.
 *
 * `_view` is the JSON of what the seat sees, `_entries` are those of its journal that it hasn't been given before (join) or
 * all of them (serve); ../dungeon-of-fear decodes both for one game.
 */
export function decide(_view: string, _entries: readonly string[], legal: readonly number[]): number {
  const action = legal[randomInt(legal.length)];
  if (action === undefined) {
    throw new RangeError("there is no legal action");
  }
  return action;
}
