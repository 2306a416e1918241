import { setTimeout } from "node:timers/promises";

/** Waits for so many milliseconds, or until the signal says stop. */
export async function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  try {
    await setTimeout(milliseconds, undefined, signal ? { signal } : {});
  } catch (error) {
    if (signal?.aborted !== true) {
      throw error;
    }
  }
}

/** Something that happens again and again, and can be waited for by any number of waiters. */
export class Bell {
  readonly #waiting = new Set<() => void>();

  /** Wakes whoever waits now. */
  ring(): void {
    for (const wake of [...this.#waiting]) {
      wake();
    }
  }

  /** Waits for the next ring, or until the signal says stop. */
  async wait(signal?: AbortSignal): Promise<void> {
    if (signal?.aborted === true) {
      return;
    }
    await new Promise<void>((resolve) => {
      const wake = (): void => {
        this.#waiting.delete(wake);
        signal?.removeEventListener("abort", wake);
        resolve();
      };
      this.#waiting.add(wake);
      signal?.addEventListener("abort", wake);
    });
  }
}
