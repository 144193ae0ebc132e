import type { RunFilter, RunMetrics, Store } from '../store/index.js';

/**
 * Numbers over runs by command type: how many, how long, how they ended, what they asked. Bring the store up to date
 * with `recoverRuns` first where runs may have ended unseen.
 *
 * @example
 * const { types } = await runMetrics(store, { after: yesterday });
 * for (const { type, successRate, durationMs } of types) console.log(type, successRate, durationMs?.median);
 */
export function runMetrics(store: Store, filter: RunFilter = {}): Promise<RunMetrics> {
  return store.metrics.snapshot(filter);
}
