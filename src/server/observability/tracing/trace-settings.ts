/** Where traces go, by the variables that OpenTelemetry gives names to. */
export interface TraceSettings {
  /** Takes OTLP over HTTP as JSON. */
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly serviceName: string;
  readonly resource: Readonly<Record<string, string>>;
  readonly sampler: Sampler;
  /** Spans that wait to be sent, at most; what comes beyond that is dropped. */
  readonly queueSize: number;
  readonly batchSize: number;
  readonly delayMs: number;
}

export interface Sampler {
  /** Whether to follow the sampling decision of the caller. */
  readonly parentBased: boolean;
  /** The part of the traces that is kept, 0 to 1. */
  readonly ratio: number;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** `undefined` where no traces are wanted: without an endpoint nothing is collected, and nothing is sent. */
export function traceSettings(environment: Environment): TraceSettings | undefined {
  const read = (name: string): string | undefined => environment[`OTEL_${name}`]?.trim() || undefined;
  const otlp = (name: string): string | undefined =>
    read(`EXPORTER_OTLP_TRACES_${name}`) ?? read(`EXPORTER_OTLP_${name}`);
  if (read('SDK_DISABLED')?.toLowerCase() === 'true' || read('TRACES_EXPORTER') === 'none') return undefined;
  const base = read('EXPORTER_OTLP_ENDPOINT');
  const endpoint = read('EXPORTER_OTLP_TRACES_ENDPOINT') ?? (base && `${base.replace(/\/+$/, '')}/v1/traces`);
  if (!endpoint || !/^https?:\/\//.test(endpoint)) return undefined;
  const resource = pairs(read('RESOURCE_ATTRIBUTES'));
  return {
    endpoint,
    headers: pairs(otlp('HEADERS')),
    timeoutMs: number(otlp('TIMEOUT'), 10_000),
    serviceName: read('SERVICE_NAME') ?? resource['service.name'] ?? 'muxwright',
    resource,
    sampler: sampler(read('TRACES_SAMPLER'), read('TRACES_SAMPLER_ARG')),
    queueSize: number(read('BSP_MAX_QUEUE_SIZE'), 2048),
    batchSize: number(read('BSP_MAX_EXPORT_BATCH_SIZE'), 512),
    delayMs: number(read('BSP_SCHEDULE_DELAY'), 5_000),
  };
}

function sampler(name = 'parentbased_always_on', argument?: string): Sampler {
  const parentBased = name.startsWith('parentbased_');
  if (name.endsWith('always_off')) return { parentBased, ratio: 0 };
  if (!name.endsWith('traceidratio')) return { parentBased, ratio: 1 };
  const ratio = Number(argument ?? 1);
  return { parentBased, ratio: Number.isFinite(ratio) ? Math.min(1, Math.max(0, ratio)) : 1 };
}

/** `a=b,c=d` with percent-encoded values. */
function pairs(text = ''): Record<string, string> {
  const found = text.split(',').map((pair) => /^\s*([^=]+?)\s*=\s*(.*?)\s*$/.exec(pair));
  return Object.fromEntries(found.flatMap((pair) => (pair ? [[pair[1], decoded(pair[2] ?? '')]] : [])));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function number(text: string | undefined, fallback: number): number {
  const value = Number(text);
  return text !== undefined && Number.isInteger(value) && value > 0 ? value : fallback;
}
