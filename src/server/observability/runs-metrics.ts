import { Gauge, type Registry } from 'prom-client';
import type { Runtime } from '../../operations/index.js';

/**
 * Runs by type, as the store has them: those of all processes, and those from before this server was started. Retention
 * takes old ones away, so these are gauges and no counters.
 */
export class RunsMetrics {
  readonly #runtime: Runtime;
  readonly #runs: Gauge<'type' | 'state'>;
  readonly #succeeded: Gauge<'type'>;
  readonly #ratio: Gauge<'type'>;
  readonly #duration: Gauge<'type' | 'quantile'>;
  readonly #prompts: Gauge<'type'>;

  constructor(registry: Registry, runtime: Runtime) {
    this.#runtime = runtime;
    const registers = [registry];
    const labelNames = ['type'] as const;
    this.#runs = new Gauge({
      name: 'muxwright_runs',
      help: 'Stored runs, by type and state.',
      labelNames: ['type', 'state'],
      registers,
    });
    this.#succeeded = new Gauge({
      name: 'muxwright_runs_succeeded',
      help: 'Runs that ended with exit code 0.',
      labelNames,
      registers,
    });
    this.#ratio = new Gauge({
      name: 'muxwright_run_success_ratio',
      help: 'Share of ended runs that succeeded, 0 to 1.',
      labelNames,
      registers,
    });
    this.#duration = new Gauge({
      name: 'muxwright_run_duration_seconds',
      help: 'Duration of runs, by quantile: 0 is the shortest, 1 the longest.',
      labelNames: ['type', 'quantile'],
      registers,
    });
    this.#prompts = new Gauge({
      name: 'muxwright_run_prompts',
      help: 'Prompts of runs.',
      labelNames,
      registers,
    });
  }

  async collect(): Promise<void> {
    const { types } = await (await this.#runtime.store()).metrics.snapshot();
    for (const gauge of [this.#runs, this.#succeeded, this.#ratio, this.#duration, this.#prompts]) {
      gauge.reset();
    }
    for (const { type, running, finished, lost, timedOut, ...rest } of types) {
      const states = { running, finished, lost, timed_out: timedOut };
      for (const [state, count] of Object.entries(states)) this.#runs.set({ type, state }, count);
      this.#succeeded.set({ type }, rest.succeeded);
      this.#prompts.set({ type }, rest.prompts);
      if (rest.successRate !== undefined) this.#ratio.set({ type }, rest.successRate);
      if (!rest.durationMs) continue;
      const { min, median, p95, max } = rest.durationMs;
      const quantiles = { '0': min, '0.5': median, '0.95': p95, '1': max };
      for (const [quantile, ms] of Object.entries(quantiles)) {
        this.#duration.set({ type, quantile }, ms / 1000);
      }
    }
  }
}
