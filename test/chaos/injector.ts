import { setTimeout as delay } from 'node:timers/promises';
import type { Fault } from './faults/fault.js';
import type { Plan, PlannedFault } from './plan.js';
import type { World } from './world.js';

/** How often each fault was done to something. */
export type FaultCounts = Record<string, number>;

/**
 * Injects the faults of a plan, one after the other; those that last overlap with the next. Resolves when the last one
 * is healed, which all are at once when the signal comes.
 */
export async function injectFaults(
  world: World,
  plan: Plan,
  table: readonly Fault[],
  { until, signal }: { readonly until: number; readonly signal: AbortSignal },
): Promise<FaultCounts> {
  const counts: FaultCounts = {};
  const lasting = new Set<Promise<void>>();
  const groups = new Set<string>();
  for (const planned of plan.faults) {
    await pause(planned.afterMs, signal);
    if (signal.aborted || performance.now() > until) break;
    const fault = table.find(({ name }) => name === planned.name);
    if (!fault) throw new Error(`There is no fault '${planned.name}'.`);
    const { group } = fault;
    if (group !== undefined && groups.has(group)) {
      world.history.add('skipped', `${planned.name}: another one lasts`);
      continue;
    }
    if (group !== undefined) groups.add(group);
    const heal = await inject(world, fault, planned, signal);
    if (heal) counts[planned.name] = (counts[planned.name] ?? 0) + 1;
    const healed = (heal?.() ?? Promise.resolve()).then(() => {
      if (group !== undefined) groups.delete(group);
      lasting.delete(healed);
    });
    lasting.add(healed);
  }
  await Promise.all(lasting);
  return counts;
}

async function inject(
  world: World,
  fault: Fault,
  { name, pick, forMs }: PlannedFault,
  signal: AbortSignal,
): Promise<(() => Promise<void>) | undefined> {
  const injected = await fault.inject(world, pick);
  if (!injected) {
    world.history.add('skipped', `${name}: there is nothing to do it to`);
    return undefined;
  }
  const { to, heal } = injected;
  world.history.add('fault', `${name}: ${to}, for ${forMs} ms`);
  return async () => {
    await pause(forMs, signal);
    await heal();
    world.history.add('heal', `${name}: ${to}`);
  };
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await delay(ms, undefined, { signal }).catch(() => {});
}
