import type { LeftProcess } from '../runs/index.js';
import { claimWorker, giveBack } from './claim.js';
import { closeSession, type SessionEnd } from './close-session.js';
import { type FoundWorker, findWorker } from './find-worker.js';
import { becomesIdle } from './idle-shell.js';
import { type JudgedWorker, settleStopped, toExit } from './judge-worker.js';
import type { Worker } from './worker.js';
import { shellInUse, workerRunning } from './worker-errors.js';
import type { WorkerServices } from './worker-services.js';
import { workersDefaults } from './workers-defaults.js';
import { type RemovedWorktree, removeWorktree } from './worktree/remove-worktree.js';

export interface KillOptions {
  /**
   * Milliseconds for each step: Ctrl-C, terminate, kill.
   * @default 2000
   */
  readonly graceMs?: number;
  /** Remove its worktree, too, which must have nothing that is not elsewhere. */
  readonly removeWorktree?: boolean;
  /** Remove the worktree with the uncommitted changes in it; commits stay on their branch. */
  readonly force?: boolean;
}

export interface KillResult {
  readonly worker: Worker;
  /** Whether it ran until now. */
  readonly wasRunning: boolean;
  readonly session: SessionEnd;
  readonly worktree?: RemovedWorktree;
  /** Processes that were started in its window and still run: of another user, or in a session of their own. */
  readonly remains?: readonly LeftProcess[];
}

/** Ends a worker's program and its window, and its session where nothing else is in it. What it printed stays. */
export async function killWorker(
  services: WorkerServices,
  name: string,
  options: KillOptions = {},
): Promise<KillResult> {
  const found = await findWorker(services, name);
  const wasRunning = found.worker.state === 'running';
  const { judged, remains } = await end(services, found, options);
  const { worker, record } = judged;
  const { tmux } = found;
  const session: SessionEnd = tmux ? await closeSession(services, tmux, worker) : { killed: true };
  const result = { worker, wasRunning, session, ...(remains && { remains }) };
  if (!options.removeWorktree || !record.worktree || !tmux) return result;
  // Claimed first, so that nobody starts it again in a folder that goes.
  const claimed = await claimWorker(services, record, 'cleaned');
  let worktree: RemovedWorktree;
  try {
    worktree = await removeWorktree(tmux.host, record.worktree, options);
  } catch (error) {
    await giveBack(services, claimed);
    throw error;
  }
  await giveBack(services, claimed, { worktree: undefined });
  return { ...result, worker: { ...worker, worktree: undefined }, worktree };
}

async function end(
  services: WorkerServices,
  found: FoundWorker,
  { graceMs = workersDefaults.graceMs }: KillOptions,
): Promise<Ended> {
  const { worker, tmux, record } = found;
  if (worker.state === 'starting') throw workerRunning(worker, 'killed');
  if (!tmux || worker.runId === undefined) return { judged: found };
  // Of one that has ended the shell may still be there that stayed in its window.
  if (worker.state !== 'running' && !found.window) return { judged: found };
  const run = await (await services.runs()).get(worker.runId, { host: tmux });
  const { remains, ...status } = await run.end({ graceMs });
  const judged = worker.state === 'running' ? await settleStopped(services, record, toExit(status)) : found;
  return { judged, ...(remains && { remains }) };
}

interface Ended {
  readonly judged: JudgedWorker;
  readonly remains?: readonly LeftProcess[];
}

/**
 * Ends the shell that stayed in the window of a worker that has stopped; it is a part of it. Fails with
 * `WORKER_RUNNING` where a person uses it, unless forced.
 */
export async function endShell(
  services: WorkerServices,
  { worker, tmux, window }: FoundWorker,
  what: 'cleaned' | 'respawned',
  { force = false }: { readonly force?: boolean | undefined } = {},
): Promise<void> {
  if (!tmux || !window) return;
  if (!force) {
    const shell = { ...window, since: worker.stoppedAt };
    const isInUse = what === 'cleaned' && window.viewed;
    if (isInUse || !(await becomesIdle(tmux.host, shell, services.shellStartMs)))
      throw shellInUse(worker, what);
  }
  await (await (await services.runs()).get(window.run.id, { host: tmux })).end();
}
