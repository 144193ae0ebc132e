import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { operationReports, type Report, storeReports, tmuxReports } from '../../model/index.js';
import type { Runtime } from '../../operations/index.js';
import { ProcessMetrics } from './process-metrics.js';
import { RunsMetrics } from './runs-metrics.js';

/** What stays open: event streams, terminals, and sessions of models. */
export type ConnectionKind = 'sse' | 'websocket' | 'mcp';

/** The numbers of one server, for Prometheus. */
export class ServerMetrics implements Disposable {
  readonly registry = new Registry();
  readonly connections = new Gauge({
    name: 'muxwright_connections',
    help: 'Open connections, by kind.',
    labelNames: ['kind'],
    registers: [this.registry],
  });
  readonly events = new Counter({
    name: 'muxwright_events_total',
    help: 'Events sent to clients, by type.',
    labelNames: ['type'],
    registers: [this.registry],
  });
  readonly #requests = this.#histogram(
    'muxwright_http_request_duration_seconds',
    'HTTP requests, by route and status. A stream counts until it is closed.',
    ['method', 'route', 'status'],
    SLOW_BUCKETS,
  );
  readonly #operations = this.#histogram(
    'muxwright_operation_duration_seconds',
    'Operations, by name and result: ok, or an error code.',
    ['operation', 'outcome'],
    SLOW_BUCKETS,
  );
  readonly #tmux = this.#histogram(
    'muxwright_tmux_command_duration_seconds',
    'tmux commands, by the first command of each group.',
    ['command', 'outcome'],
    FAST_BUCKETS,
  );
  readonly #store = this.#histogram(
    'muxwright_store_query_duration_seconds',
    'Store statements, by verb.',
    ['verb', 'outcome'],
    FAST_BUCKETS,
  );
  readonly #process = new ProcessMetrics(this.registry);
  readonly #runs: RunsMetrics;
  readonly #listening: readonly Disposable[];

  constructor(runtime: Runtime, version: string) {
    this.#runs = new RunsMetrics(this.registry, runtime);
    const info = { name: 'muxwright_info', help: 'Version of muxwright.', registers: [this.registry] };
    new Gauge({ ...info, labelNames: ['version', 'node'] }).set({ version, node: process.version }, 1);
    for (const kind of ['sse', 'websocket', 'mcp']) this.connections.set({ kind }, 0);
    const own = (report: Report): boolean => report.owner === runtime;
    this.#listening = [
      operationReports.listen((report) => {
        if (own(report)) observe(this.#operations, 'operation', report);
      }),
      tmuxReports.listen((report) => observe(this.#tmux, 'command', report)),
      storeReports.listen((report) => observe(this.#store, 'verb', report)),
    ];
  }

  request(method: string, route: string, status: number, durationMs: number): void {
    this.#requests.observe({ method, route, status: String(status) }, durationMs / 1000);
  }

  /** All numbers as text. Those about runs are read from the store now. */
  async text(): Promise<string> {
    await this.#runs.collect();
    return this.registry.metrics();
  }

  [Symbol.dispose](): void {
    for (const one of this.#listening) one[Symbol.dispose]();
    this.#process[Symbol.dispose]();
    this.registry.clear();
  }

  #histogram<Label extends string>(
    name: string,
    help: string,
    labelNames: readonly Label[],
    buckets: readonly number[],
  ): Histogram<Label> {
    return new Histogram({ name, help, labelNames, buckets: [...buckets], registers: [this.registry] });
  }
}

function observe<Label extends string>(
  histogram: Histogram<Label | 'outcome'>,
  label: Label,
  { name, outcome, durationMs }: Report,
): void {
  const labels = { [label]: name, outcome } as Record<Label | 'outcome', string>;
  histogram.observe(labels, durationMs / 1000);
}

/** Seconds. A command to tmux takes a fraction of a millisecond, a wait takes as long as it is given. */
const FAST_BUCKETS = [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.05, 0.25, 1, 5];
const SLOW_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];
