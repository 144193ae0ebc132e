import { isMuxError, type MuxError } from '../model/index.js';
import { claimWorker, giveBack } from './claim.js';
import { closeSession } from './close-session.js';
import { type FoundWorker, findWorker } from './find-worker.js';
import { toWorker } from './judge-worker.js';
import { endShell } from './kill-worker.js';
import { surveyWorkers } from './survey-workers.js';
import { workerRunning, workerTaken } from './worker-errors.js';
import type { WorkerServices } from './worker-services.js';
import { removeWorktree } from './worktree/remove-worktree.js';

export interface CleanOptions {
  /**
   * Also where its worktree has uncommitted changes, which go then, where a person uses the shell that stayed in its
   * window, and where its host does not answer.
   */
  readonly force?: boolean;
  /** Leave its worktree and branch where they are. */
  readonly keepWorktree?: boolean;
}

export interface CleanResult {
  /** Names of the workers that are forgotten. */
  readonly cleaned: readonly string[];
  /** Those that have stopped and were kept nevertheless, and why. */
  readonly kept: readonly { readonly name: string; readonly error: MuxError }[];
}

/** Forgets all workers that have stopped, with their worktrees where nothing is lost by that. */
export async function cleanWorkers(
  services: WorkerServices,
  filter: { readonly tag?: string },
  options: CleanOptions,
): Promise<CleanResult> {
  const cleaned: FoundWorker[] = [];
  const kept: { name: string; error: MuxError }[] = [];
  // One after the other: git does not like two who change a repository at once.
  for (const { name, state } of await surveyWorkers(services, filter)) {
    if (state !== 'stopped') continue;
    try {
      cleaned.push(await forget(services, name, options));
    } catch (error) {
      if (!isMuxError(error)) throw error;
      kept.push({ name, error });
    }
  }
  const sessions = new Map(cleaned.map((one) => [`${one.record.host} ${one.worker.tmux.session}`, one]));
  for (const { tmux, worker } of sessions.values()) if (tmux) await closeSession(services, tmux, worker);
  return { cleaned: cleaned.map(({ worker }) => worker.name), kept };
}

/**
 * Forgets a worker that has stopped. Fails with `WORKER_RUNNING` for one that has not, and with `WORKTREE_NOT_CLEAN`,
 * which says what is there. Its log stays, as that of any run, until it is pruned.
 */
export async function cleanWorker(
  services: WorkerServices,
  name: string,
  options: CleanOptions = {},
): Promise<void> {
  const { worker, tmux } = await forget(services, name, options);
  if (tmux) await closeSession(services, tmux, worker);
}

async function forget(services: WorkerServices, name: string, options: CleanOptions): Promise<FoundWorker> {
  const found = await findStopped(services, name, options);
  const { worker, tmux, record } = found;
  if (worker.state !== 'stopped') throw workerRunning(worker, 'cleaned');
  // From here on nobody starts it again, in a folder that goes.
  const claimed = await claimWorker(services, record, 'cleaned', { state: 'stopped' });
  const { claim = '', worktree } = claimed;
  try {
    await endShell(services, found, 'cleaned', options);
    if (worktree && tmux && !options.keepWorktree) await removeWorktree(tmux.host, worktree, options);
    const isGone = await services.store.workers.remove(name, { claim });
    if (!isGone && (await services.store.workers.get(name))) throw workerTaken(name, 'cleaned');
    return found;
  } catch (error) {
    await giveBack(services, claimed);
    throw error;
  }
}

/** A host that does not answer need not keep what has stopped long ago, and has nothing to be removed there. */
async function findStopped(
  services: WorkerServices,
  name: string,
  { force, keepWorktree }: CleanOptions,
): Promise<FoundWorker> {
  try {
    return await findWorker(services, name);
  } catch (error) {
    const record = await services.store.workers.get(name);
    const mayGo = record && (force || (record.state === 'stopped' && (!record.worktree || keepWorktree)));
    if (!mayGo) throw error;
    const worker = { ...toWorker(record), state: 'stopped' as const };
    return { record, worker, window: undefined, tmux: undefined };
  }
}
