import { PassThrough, type Readable } from 'node:stream';
import { isMuxError, onAbort } from '../model/index.js';

/** One event of a stream, before it is written. */
export interface ServerEvent {
  /** For `Last-Event-ID`. */
  readonly id?: number | string | undefined;
  readonly event?: string | undefined;
  readonly data: unknown;
}

export interface SseOptions {
  /** The reader has gone, the server closes, or the reader may not read any more. */
  readonly signal: AbortSignal;
  /** Milliseconds between two comments, by which a reader that is gone is noticed. @default 15000 */
  readonly heartbeatMs?: number;
  /** Milliseconds after which a reader that takes nothing is sent away. It can come back. @default 600000 */
  readonly stuckMs?: number;
  /** What to tell a reader of a failure; the stream then ends. */
  readonly onError: (error: unknown) => ServerEvent;
}

/**
 * Events as `text/event-stream`. The next one is requested when the reader has taken the previous one, so that a
 * slow reader exerts back-pressure on the producer, and nothing grows here.
 */
export function sseStream(events: AsyncIterable<ServerEvent>, options: SseOptions): Readable {
  const { signal, heartbeatMs = 15_000, stuckMs = 600_000, onError } = options;
  const out = new PassThrough({ highWaterMark: 16_384 });
  // The reader sees at once that it is connected.
  out.write(': connected\n\n');
  const heartbeat = setInterval(() => {
    if (!out.writableNeedDrain && !out.writableEnded) out.write(': \n\n');
  }, heartbeatMs);
  // A reader that keeps up is told; one that does not would hold up the end.
  const stop = (): void => {
    const { reason } = signal;
    if (out.writableNeedDrain || isMuxError(reason, 'ABORTED')) out.destroy();
    else if (!out.writableEnded) {
      out.end(eventText(isMuxError(reason, 'CLOSED') ? { event: 'closing', data: {} } : onError(reason)));
    }
  };
  const stopListening = onAbort(signal, stop);
  out.once('close', () => {
    clearInterval(heartbeat);
    stopListening();
  });
  void pump();
  return out;

  async function pump(): Promise<void> {
    try {
      for await (const event of events) {
        if (out.destroyed || out.writableEnded) return;
        if (!out.write(eventText(event))) await drained(out, stuckMs);
      }
    } catch (error) {
      if (!out.destroyed && !out.writableEnded) out.write(eventText(onError(error)));
    } finally {
      if (!out.destroyed && !out.writableEnded) out.end();
    }
  }
}

/** Resolves when there is room again, or nobody is left; and leaves no listener behind. */
function drained(out: PassThrough, stuckMs: number): Promise<void> {
  return new Promise((resolve) => {
    const stuck = setTimeout(() => out.destroy(), stuckMs);
    const done = (): void => {
      clearTimeout(stuck);
      out.off('drain', done);
      out.off('close', done);
      resolve();
    };
    out.on('drain', done);
    out.on('close', done);
  });
}

export const sseHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  // A proxy that waits for more before it passes something on would hold back events.
  'x-accel-buffering': 'no',
} as const;

function eventText({ id, event, data }: ServerEvent): string {
  const name = event === undefined ? '' : `event: ${event}\n`;
  // JSON has no line breaks outside of its escapes.
  return `${id === undefined ? '' : `id: ${id}\n`}${name}data: ${JSON.stringify(data)}\n\n`;
}
