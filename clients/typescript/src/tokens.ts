import { randomBytes } from "node:crypto";
import { inspect } from "node:util";

/** Length of a seat's token, and of a bot's. */
export const TOKEN_BYTES = 32;

/**
 * Proves a seat, or the name of a bot. Who keeps it can come back from anywhere; who loses it can't. It doesn't show in
 * logs: `hex` is for keeping it in a file.
 */
export class Token {
  readonly #bytes: Uint8Array;

  /** 32 bytes; by default new ones, of the system's randomness. */
  constructor(bytes: Uint8Array = randomBytes(TOKEN_BYTES)) {
    if (bytes.length !== TOKEN_BYTES) {
      throw new RangeError(`a token has ${TOKEN_BYTES} bytes`);
    }
    this.#bytes = Uint8Array.from(bytes);
  }

  /** The token that `hex` gave as text. */
  static fromHex(text: string): Token {
    return new Token(Buffer.from(text, "hex"));
  }

  /** What is sent. */
  get bytes(): Uint8Array {
    return this.#bytes;
  }

  /** The token as text. */
  get hex(): string {
    return Buffer.from(this.#bytes).toString("hex");
  }

  toString(): string {
    return "Token(…)";
  }

  toJSON(): string {
    return this.toString();
  }

  [inspect.custom](): string {
    return this.toString();
  }
}

/** A random id for a request or a command, so that it can be sent again without harm. */
export function newId(): string {
  return randomBytes(16).toString("hex");
}
