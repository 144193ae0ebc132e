import type { Run } from '../runs/index.js';
import type { WorkerRecord } from '../store/index.js';
import type { Pane, Tmux } from '../tmux/index.js';
import { isContainerGone, type JudgedWorker, judgeWorker, settleLost, toWorker } from './judge-worker.js';
import { hideLearned } from './learned-secrets.js';
import { adopt } from './survey-workers.js';
import { workerNotFound, workerStopped } from './worker-errors.js';
import { checkWorkerName } from './worker-name.js';
import { workerPanes } from './worker-panes.js';
import type { WorkerServices } from './worker-services.js';

/** A worker with the host that it is on. */
export interface FoundWorker extends JudgedWorker {
  /** `undefined` where its container is gone. */
  readonly tmux: Tmux | undefined;
}

/** A worker whose program runs. */
export interface LiveWorker extends FoundWorker {
  readonly tmux: Tmux;
  readonly run: Run;
  readonly pane: Pane;
}

/** The worker of a name as it is now. Fails with `WORKER_NOT_FOUND`, or with what keeps its host from answering. */
export async function findWorker(services: WorkerServices, name: string): Promise<FoundWorker> {
  checkWorkerName(name);
  const record = (await services.store.workers.get(name)) ?? (await adoptByName(services, name));
  const over = await endedRun(services, record);
  try {
    const tmux = await services.tmux(record.host);
    const panes = (await workerPanes(tmux)).filter(({ run }) => run.id !== over);
    return { ...(await judgeWorker(services, tmux, record, panes)), tmux };
  } catch (error) {
    if (!isContainerGone(error)) throw error;
    if (record.state !== 'stopped') return { ...(await settleLost(services, record)), tmux: undefined };
    return { record, worker: toWorker(record), window: undefined, tmux: undefined };
  }
}

/** The same for one that runs. Fails with `WORKER_STOPPED` where it does not, or not yet with `WORKER_STARTING`. */
export async function liveWorker(services: WorkerServices, name: string): Promise<LiveWorker> {
  const found = await findWorker(services, name);
  const { worker, tmux } = found;
  if (worker.state !== 'running' || !tmux || !worker.runId || !worker.paneId) throw workerStopped(worker);
  const run = await (await services.runs()).get(worker.runId, { host: tmux });
  await hideLearned(services, found.record, run);
  return { ...found, tmux, run, pane: tmux.pane(worker.paneId) };
}

/**
 * The run of a worker that is stored as running, if that run has ended: its pane stays for a moment, or is in a list that
 * was requested before.
 */
async function endedRun(
  { store }: WorkerServices,
  { state, runId }: WorkerRecord,
): Promise<string | undefined> {
  if (state !== 'running' || runId === undefined) return undefined;
  const run = await store.runs.get(runId);
  return run?.finishedAt && !run.interactive && !run.lost ? runId : undefined;
}

/** A store that is new does not know what runs on the host. */
async function adoptByName(services: WorkerServices, name: string): Promise<WorkerRecord> {
  const tmux = await services.tmux(services.host);
  const panes = await workerPanes(tmux);
  const pane = panes.find(({ worker }) => worker.owner === services.owner && worker.name === name);
  if (pane) await adopt(services, tmux, pane);
  const record = await services.store.workers.get(name);
  if (record) return record;
  throw workerNotFound(
    name,
    (await services.store.workers.list()).map((one) => one.name),
  );
}
