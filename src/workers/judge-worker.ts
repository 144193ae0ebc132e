import { isMuxError } from '../model/index.js';
import { type FinishedStatus, LOST_CODE } from '../runs/index.js';
import type { WorkerExit, WorkerRecord } from '../store/index.js';
import type { Tmux } from '../tmux/index.js';
import { isClaimed, unchanged } from './claim.js';
import type { Worker } from './worker.js';
import type { WorkerPane } from './worker-panes.js';
import type { WorkerServices } from './worker-services.js';

/** A worker, and what that was found out by. */
export interface JudgedWorker {
  readonly worker: Worker;
  /** As the store has it now. */
  readonly record: WorkerRecord;
  /** Its pane; of one that has stopped, the shell that stayed. */
  readonly window: WorkerPane | undefined;
}

/**
 * What a worker does: by the panes of its server, and where it has none, by what it left on its host. The store is told
 * what is new.
 */
export async function judgeWorker(
  services: WorkerServices,
  tmux: Tmux,
  record: WorkerRecord,
  panes: readonly WorkerPane[],
): Promise<JudgedWorker> {
  const pane = paneOf(services, record, panes);
  const isTaken = record.state !== 'running' && record.claim !== undefined;
  if (isTaken && isClaimed(record, await services.now(tmux.place))) return judged(record, pane);
  if (record.state === 'stopped' && !(pane && mayHaveComeBack(record, pane))) return judged(record, pane);
  if (pane && !(pane.run.interactive && (await endOf(services, tmux, pane.run.id))))
    return settleRunning(services, record, pane);
  const runId = pane?.run.id ?? record.runId;
  const end = runId === undefined ? LOST : await endOf(services, tmux, runId);
  // It has come back since the panes were listed.
  if (!end) return judged(record, pane);
  return settleStopped(services, record, toExit(end), pane);
}

/** A pane outlives its program by a moment, or by a shell that stays. But what was only thought lost may be there. */
function mayHaveComeBack({ runId, exit }: WorkerRecord, pane: WorkerPane): boolean {
  return pane.run.id !== runId || exit?.lost === true;
}

/** Its pane by the run in it, else by its name: the store may not have been told of the run. */
function paneOf(
  { owner }: WorkerServices,
  { name, runId }: WorkerRecord,
  panes: readonly WorkerPane[],
): WorkerPane | undefined {
  return (
    panes.find(({ run }) => run.id === runId) ??
    panes.find(({ worker }) => worker.name === name && worker.owner === owner)
  );
}

/** How a run ended; `undefined` while it goes on. */
async function endOf(
  services: WorkerServices,
  tmux: Tmux,
  runId: string,
): Promise<FinishedStatus | undefined> {
  try {
    const status = await (await (await services.runs()).get(runId, { host: tmux })).status();
    return status.state === 'finished' ? status : undefined;
  } catch (error) {
    if (isMuxError(error, 'RUN_NOT_FOUND')) return LOST;
    throw error;
  }
}

const LOST: FinishedStatus = {
  state: 'finished',
  code: LOST_CODE,
  lost: true,
  source: 'screen',
  confidence: 'guess',
};

export function toExit({ code, signal, lost, timedOut }: FinishedStatus): WorkerExit {
  return { code, ...(signal && { signal }), ...(timedOut && { timedOut }), ...(lost && { lost }) };
}

async function settleRunning(
  services: WorkerServices,
  record: WorkerRecord,
  pane: WorkerPane,
): Promise<JudgedWorker> {
  const { paneId, run } = pane;
  const now = {
    state: 'running',
    runId: run.id,
    paneId,
    claim: undefined,
    stoppedAt: undefined,
    exit: undefined,
  } as const;
  const isNews = record.state !== 'running' || record.runId !== run.id || record.paneId !== paneId;
  if (isNews) await services.store.workers.update(record.name, now, unchanged(record));
  return judged({ ...record, ...now }, pane);
}

/** A container that does not run has nothing in it that does. Of any other host that is silent nobody knows. */
export function isContainerGone(error: unknown): boolean {
  return isMuxError(error, 'CONTAINER_NOT_FOUND', 'CONTAINER_NOT_RUNNING', 'POD_NOT_FOUND', 'POD_ENDED');
}

/** A worker that is gone without a record of its end. */
export function settleLost(services: WorkerServices, record: WorkerRecord): Promise<JudgedWorker> {
  return settleStopped(services, record, toExit(LOST));
}

/** Writes down how a worker ended. */
export async function settleStopped(
  services: WorkerServices,
  record: WorkerRecord,
  exit: WorkerExit,
  pane?: WorkerPane,
): Promise<JudgedWorker> {
  const { runId, paneId } = pane ? { runId: pane.run.id, paneId: pane.paneId } : record;
  const stoppedAt = services.clock();
  const now = { state: 'stopped', claim: undefined, runId, paneId, exit, stoppedAt } as const;
  await services.store.workers.update(record.name, now, unchanged(record));
  return judged({ ...record, ...now }, pane);
}

function judged(record: WorkerRecord, pane: WorkerPane | undefined): JudgedWorker {
  return { record, window: pane, worker: toWorker(record, pane) };
}

/** A record as people see it, with what its pane tells. */
export function toWorker(record: WorkerRecord, pane?: WorkerPane): Worker {
  const { recipe: _recipe, claim: _claim, ...known } = record;
  if (!pane) return known;
  const { sessionName: session, windowName: window, program, activeAt, viewed } = pane;
  return { ...known, tmux: { ...known.tmux, session, window }, program, activeAt, viewed };
}
