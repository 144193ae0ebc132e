import { setMaxListeners } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkRound } from './check/check-round.js';
import type { Violation } from './check/violation.js';
import { gatherEvidence } from './gather.js';
import type { Entry } from './history.js';
import { type FaultCounts, injectFaults } from './injector.js';
import { makePlan } from './plan.js';
import type { Profile } from './profiles.js';
import { Workload } from './workload.js';
import { World } from './world.js';

/** Faults that a round plans. Fewer are the beginning of the same plan. */
export const faultsOfRound = 200;

export interface RoundOptions {
  readonly seed: number;
  readonly profile: Profile;
  /** Faults that are planned at most. */
  readonly faults: number;
  /** No fault comes after this time of `performance.now()`. */
  readonly until?: number;
  /** Ends the round early: faults are healed, everything is ended, and there is no result. */
  readonly signal?: AbortSignal;
}

export interface RoundResult {
  readonly seed: number;
  readonly profile: string;
  readonly counts: FaultCounts;
  readonly jobs: number;
  readonly seconds: number;
  readonly violations: readonly (Violation & { readonly around: readonly Entry[] })[];
}

/** One round: a world, a workload, the faults of a plan, and what the checker says about it. */
export async function runRound({
  seed,
  profile,
  faults,
  until = Number.POSITIVE_INFINITY,
  signal = neverAborted(),
}: RoundOptions): Promise<RoundResult> {
  const startedAt = performance.now();
  const table = profile.faults;
  const plan = makePlan({ seed, faults, shapes: table, pauseMs: profile.pauseMs });
  const folder = await mkdtemp(join(tmpdir(), 'mux-chaos-'));
  await using place = await profile.open(folder);
  await using world = await World.open(folder, place);
  const workload = new Workload(world, plan);
  await unlessAborted(signal, workload.prepare());
  const working = workload.run();
  const counts = await injectFaults(world, plan, table, { until, signal });
  workload.stop();
  await working;
  await unlessAborted(signal, workload.settle());
  const violations = checkRound(await unlessAborted(signal, gatherEvidence(world)));
  return {
    seed,
    profile: profile.name,
    counts,
    jobs: world.book.jobs.size,
    seconds: Math.round((performance.now() - startedAt) / 1000),
    violations: violations.map((violation) => ({
      ...violation,
      around: world.history.around(violation.about),
    })),
  };
}

/** What goes on after an abort fails as its processes are ended, which is no news. */
async function unlessAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const aborted = new Promise<never>((_, reject) => {
    const end = (): void => reject(new Error('The round was interrupted.'));
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
  });
  aborted.catch(() => {});
  work.catch(() => {});
  return await Promise.race([work, aborted]);
}

function neverAborted(): AbortSignal {
  const { signal } = new AbortController();
  // Every fault that lasts listens.
  setMaxListeners(0, signal);
  return signal;
}
