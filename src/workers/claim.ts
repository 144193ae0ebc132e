import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { isAlive } from '../hosts/index.js';
import type { WorkerCondition, WorkerPatch, WorkerRecord } from '../store/index.js';
import { workerTaken } from './worker-errors.js';
import type { WorkerServices } from './worker-services.js';
import { workersDefaults } from './workers-defaults.js';

/** Says who is starting or removing a worker: this process, for this call, since when. */
export function newClaim(now: Date): string {
  return `${hostname()}:${process.pid}:${now.getTime()}-${randomBytes(6).toString('hex')}`;
}

/** Whether somebody may still be starting or removing the worker. */
export function isClaimed({ claim }: Pick<WorkerRecord, 'claim'>, now: Date): boolean {
  const [machine, pid, since = ''] = claim?.split(':') ?? [];
  if (machine === undefined) return false;
  if (machine === hostname() && !isAlive(Number(pid))) return false;
  return now.getTime() - Number.parseInt(since, 10) < workersDefaults.startingMs;
}

/** Whether somebody may still be starting the worker. */
export function isBeingStarted(record: WorkerRecord, now: Date): boolean {
  return record.state === 'starting' && isClaimed(record, now);
}

/** What was found out about one run is not to be said of the next, nor of what somebody has claimed since. */
export function unchanged({ state, runId, claim }: WorkerRecord): WorkerCondition {
  return { state, runId: runId ?? null, claim: claim ?? null };
}

/**
 * Takes a worker for oneself, as it was read: of several processes one gets it, and the others fail with
 * `WORKER_RUNNING`. Whoever has it gives it back with `giveBack`, or removes it.
 */
export async function claimWorker(
  services: WorkerServices,
  record: WorkerRecord,
  what: 'cleaned' | 'respawned',
  patch: WorkerPatch = {},
): Promise<WorkerRecord> {
  const now = await services.now(record.host);
  const taken = { ...patch, claim: newClaim(now) };
  const isFree = !isClaimed(record, now);
  if (isFree && (await services.store.workers.update(record.name, taken, unchanged(record))))
    return { ...record, ...taken };
  throw workerTaken(record.name, what);
}

/** Gives back what is still ours, with what else is to be as it was. */
export async function giveBack(
  services: WorkerServices,
  { name, claim = '' }: WorkerRecord,
  patch: WorkerPatch = {},
): Promise<void> {
  await services.store.workers.update(name, { ...patch, claim: undefined }, { claim });
}
