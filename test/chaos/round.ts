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
}: RoundOptions): Promise<RoundResult> {
  const startedAt = performance.now();
  const table = profile.faults;
  const plan = makePlan({ seed, faults, shapes: table, pauseMs: profile.pauseMs });
  const folder = await mkdtemp(join(tmpdir(), 'mux-chaos-'));
  await using place = await profile.open(folder);
  await using world = await World.open(folder, place);
  const workload = new Workload(world, plan);
  await workload.prepare();
  const working = workload.run();
  const counts = await injectFaults(world, plan, table, until);
  workload.stop();
  await working;
  await workload.settle();
  const violations = checkRound(await gatherEvidence(world));
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
