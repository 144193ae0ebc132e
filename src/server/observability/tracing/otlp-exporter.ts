import type { Attributes, FinishedSpan } from './span.js';
import type { TraceSettings } from './trace-settings.js';

export interface OtlpExporterOptions extends TraceSettings {
  readonly version: string;
  /** Is told, at most once in a while, that spans could not be sent. */
  readonly complain: (what: { readonly reason: string; readonly dropped: number }) => void;
}

/**
 * Sends spans to a collector, in batches, as OTLP over HTTP with JSON. A collector that is slow or gone costs a queue
 * of bounded length, and nothing else: what does not fit is dropped, and counted.
 */
export class OtlpExporter implements AsyncDisposable {
  readonly #options: OtlpExporterOptions;
  #queue: FinishedSpan[] = [];
  #dropped = 0;
  #timer: NodeJS.Timeout | undefined;
  #sending: Promise<void> | undefined;
  #closed = false;

  constructor(options: OtlpExporterOptions) {
    this.#options = options;
  }

  add(span: FinishedSpan): void {
    const { queueSize, batchSize, delayMs } = this.#options;
    if (this.#closed || this.#queue.length >= queueSize) {
      this.#dropped += 1;
      return;
    }
    this.#queue.push(span);
    if (this.#queue.length >= batchSize) this.#send();
    else this.#timer ??= setTimeout(() => this.#send(), delayMs).unref();
  }

  /** Sends what is left, once. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#closed = true;
    this.#send();
    await this.#sending;
  }

  #send(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#queue.length === 0) return;
    // One batch at a time, so that a slow collector is not asked more and more.
    this.#sending ??= this.#sendBatches().finally(() => {
      this.#sending = undefined;
    });
  }

  async #sendBatches(): Promise<void> {
    while (this.#queue.length > 0) {
      const batch = this.#queue.slice(0, this.#options.batchSize);
      this.#queue = this.#queue.slice(batch.length);
      const reason = await this.#post(batch);
      if (reason === undefined) continue;
      this.#options.complain({ reason, dropped: this.#dropped + batch.length });
      this.#dropped = 0;
      // Whatever is wrong, the next batch would meet it, too.
      return;
    }
  }

  async #post(batch: readonly FinishedSpan[]): Promise<string | undefined> {
    const { endpoint, headers, timeoutMs } = this.#options;
    try {
      const response = await fetch(endpoint, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(this.#message(batch)),
        signal: AbortSignal.timeout(timeoutMs),
      });
      await response.arrayBuffer();
      return response.ok ? undefined : `the collector answered ${response.status}`;
    } catch (error) {
      const { cause, name } = error as Error;
      return name === 'TimeoutError'
        ? 'the collector did not answer in time'
        : `the collector cannot be reached (${(cause as NodeJS.ErrnoException)?.code ?? name})`;
    }
  }

  #message(batch: readonly FinishedSpan[]): unknown {
    const { serviceName, resource, version } = this.#options;
    const attributes = { ...resource, 'service.name': serviceName, 'service.version': version };
    return {
      resourceSpans: [
        {
          resource: { attributes: toAttributes(attributes) },
          scopeSpans: [{ scope: { name: 'muxwright', version }, spans: batch.map(toSpan) }],
        },
      ],
    };
  }
}

function toSpan({ context, parentId, name, kind, startMs, endMs, attributes, failed }: FinishedSpan) {
  return {
    traceId: context.traceId,
    spanId: context.spanId,
    ...(parentId !== undefined && { parentSpanId: parentId }),
    name,
    kind: kind === 'server' ? 2 : 1,
    startTimeUnixNano: nanoseconds(startMs),
    endTimeUnixNano: nanoseconds(endMs),
    attributes: toAttributes(attributes),
    status: failed ? { code: 2 } : {},
  };
}

/** Beyond what a number holds exactly, so it is a text. */
function nanoseconds(ms: number): string {
  return `${Math.floor(ms)}${String(Math.floor((ms % 1) * 1e6)).padStart(6, '0')}`;
}

function toAttributes(attributes: Attributes) {
  return Object.entries(attributes).flatMap(([key, value]) => {
    if (value === undefined) return [];
    return [{ key, value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value } }];
  });
}
