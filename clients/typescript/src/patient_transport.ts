import type { DescMessage, DescMethodStreaming, DescMethodUnary, MessageInitShape } from "@bufbuild/protobuf";
import { Code, type ContextValues, type StreamResponse, type Transport, type UnaryResponse } from "@connectrpc/connect";

import { type Backoff, delay } from "./backoff.js";
import { codeOf, errorOf, Refused, waitTold } from "./errors.js";
import { Reason } from "./gen/undercroft/v1/refusal_pb.js";
import { pause } from "./waiting.js";

type HeaderFields = Parameters<Transport["unary"]>[3];

/**
 * Makes unary calls again while the server is away or makes us wait, for `patience` milliseconds in all, and has them
 * fail with `Refused` where the server says why. All of ours may be made twice, by their request ids and tokens.
 */
export class PatientTransport implements Transport {
  constructor(
    private readonly transport: Transport,
    private readonly patience: number,
    private readonly backoff: Backoff,
  ) {}

  async unary<I extends DescMessage, O extends DescMessage>(
    method: DescMethodUnary<I, O>,
    signal: AbortSignal | undefined,
    timeoutMs: number | undefined,
    header: HeaderFields,
    message: MessageInitShape<I>,
    contextValues?: ContextValues,
  ): Promise<UnaryResponse<I, O>> {
    const end = Date.now() + Math.min(this.patience, timeoutMs ?? this.patience);
    let before: Error | undefined;
    for (let attempt = 1; ; attempt++) {
      try {
        const left = Math.max(1, end - Date.now());
        return await this.transport.unary(method, signal, left, header, message, contextValues);
      } catch (caught) {
        const error = errorOf(caught);
        const code = codeOf(error);
        if (code === Code.DeadlineExceeded && before !== undefined) {
          throw before; // the patience has run out, and what was said before tells more
        }
        const wait = delay(this.backoff, attempt) + waitTold(error);
        if (signal?.aborted === true || !isTransient(error) || Date.now() + wait >= end) {
          throw error;
        }
        before = error;
        await pause(wait, signal);
      }
    }
  }

  stream<I extends DescMessage, O extends DescMessage>(
    method: DescMethodStreaming<I, O>,
    signal: AbortSignal | undefined,
    timeoutMs: number | undefined,
    header: HeaderFields,
    input: AsyncIterable<MessageInitShape<I>>,
    contextValues?: ContextValues,
  ): Promise<StreamResponse<I, O>> {
    return this.transport.stream(method, signal, timeoutMs, header, input, contextValues);
  }
}

/**
 * Whether the same call may succeed: no connection, one that broke, one dropped by a busy server before it began, or
 * told to wait.
 */
function isTransient(error: Error): boolean {
  if (error instanceof Refused && error.reason === Reason.RATE_LIMITED) {
    return true;
  }
  const code = codeOf(error);
  const broke = code === Code.Aborted || code === Code.Internal ? isOfTheConnection(error.cause) : false;
  return code === Code.Unavailable || code === Code.Canceled || broke;
}

/** Whether it was Node.js that gave up a connection, as when one that is being closed takes no call any more. */
function isOfTheConnection(cause: unknown): boolean {
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
  return code === "ECONNRESET" || code === "ERR_STREAM_DESTROYED" || code.startsWith("ERR_HTTP2_");
}
