/** The JSON of Dungeon of Fear as types, checked by the schema that they were generated from. */
import { Ajv2020 } from "ajv/dist/2020.js";

import { schema } from "./schema.js";
import type { Entry, View } from "./views.js";

export type { Entry, View };

const ajv = new Ajv2020({ strict: false });
ajv.addSchema(schema, "game");

const isView = ajv.compile<View>({ $ref: "game#/$defs/View" });
const isEntry = ajv.compile<Entry>({ $ref: "game#/$defs/Entry" });

/** Decodes a view; throws a TypeError that says what is wrong with it. */
export function decodeView(text: string): View {
  const value: unknown = JSON.parse(text);
  if (!isView(value)) {
    throw new TypeError(`no view: ${ajv.errorsText(isView.errors)}`);
  }
  return value;
}

/** Decodes an entry of a journal, whose `type` tells which it is; throws a TypeError that says what is wrong with it. */
export function decodeEntry(text: string): Entry {
  const value: unknown = JSON.parse(text);
  if (!isEntry(value)) {
    throw new TypeError(`no entry: ${ajv.errorsText(isEntry.errors)}`);
  }
  return value;
}
