/**
 * Milliseconds between attempts: at random between nothing and `first`, which is doubled each time and is never above
 * `most`, so that a thousand clients of one server don't come back in one instant.
 */
export interface Backoff {
  readonly first: number;
  readonly most: number;
}

export const BACKOFF: Backoff = { first: 200, most: 10_000 };

/** Milliseconds to wait after an attempt; the first one's number is 1. */
export function delay(backoff: Backoff, attempt: number): number {
  return Math.random() * Math.min(backoff.most, backoff.first * 2 ** Math.min(attempt - 1, 30));
}
