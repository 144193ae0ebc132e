import { Deadline, isMuxError, type MuxError } from '../model/index.js';
import type { WorkerFilter, WorkerRecord } from '../store/index.js';
import type { Tmux } from '../tmux/index.js';
import { isContainerGone, type JudgedWorker, judgeWorker, settleLost, toWorker } from './judge-worker.js';
import type { Worker } from './worker.js';
import { type WorkerPane, workerPanes } from './worker-panes.js';
import type { WorkerServices } from './worker-services.js';
import { workersDefaults } from './workers-defaults.js';

export interface SurveyOptions extends Pick<WorkerFilter, 'tag'> {
  /** Further hosts to look for workers that the store does not know. */
  readonly hosts?: readonly string[];
}

/** The panes of a host, asked for while the store was being opened. */
export interface AskedEarly {
  readonly host: string;
  readonly panes: Promise<readonly WorkerPane[] | undefined>;
}

/**
 * All workers as they are now: one query for each tmux server, all at once. What was found out is written down. A host
 * that does not answer in time holds up nobody: its workers are `unknown`.
 */
export async function surveyWorkers(
  services: WorkerServices,
  options: SurveyOptions = {},
  asked?: AskedEarly,
): Promise<Worker[]> {
  // Before the panes: a worker is written down before it has one, so none is taken for a stray.
  const records = await services.store.workers.list();
  const hosts = new Set([services.host, ...(options.hosts ?? []), ...records.map(({ host }) => host)]);
  const surveyed = await Promise.all(
    [...hosts].map((host) =>
      surveyHost(
        services,
        host,
        records.filter((record) => record.host === host),
        asked?.host === host ? asked : undefined,
      ),
    ),
  );
  const { tag } = options;
  return surveyed
    .flat()
    .filter(({ tags }) => tag === undefined || tags.includes(tag))
    .sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime() || (a.name < b.name ? -1 : 1));
}

async function surveyHost(
  services: WorkerServices,
  host: string,
  records: readonly WorkerRecord[],
  asked: AskedEarly | undefined,
): Promise<Worker[]> {
  const timeoutMs = services.config.answerMs ?? workersDefaults.answerMs;
  using deadline = new Deadline({ what: `Asking ${host} for its workers`, timeoutMs });
  try {
    const tmux = await deadline.race(services.tmux(host));
    const early = await deadline.race(asked?.panes ?? Promise.resolve(undefined));
    const panes =
      early && tellsAll(services, records, early) ? early : await deadline.race(workerPanes(tmux));
    const judged = records.map((record) => judgeWorker(services, tmux, record, panes));
    const adopted = strays(services, records, panes).map((pane) => adopt(services, tmux, pane));
    const found = await deadline.race(Promise.all([...judged, ...adopted]));
    return found.flatMap((one) => (one ? [one.worker] : []));
  } catch (error) {
    if (!isMuxError(error)) throw error;
    return Promise.all(records.map((record) => unanswered(services, record, error)));
  }
}

/**
 * An answer that was asked for before the records were read holds where both say the same. Where they do not, a worker
 * may have come or gone in between.
 */
function tellsAll(
  services: WorkerServices,
  records: readonly WorkerRecord[],
  panes: readonly WorkerPane[],
): boolean {
  const runs = new Set(panes.map(({ run }) => run.id));
  const isShown = ({ state, runId }: WorkerRecord): boolean =>
    state === 'stopped' || (runId !== undefined && runs.has(runId));
  return records.every(isShown) && strays(services, records, panes).length === 0;
}

/** Workers of our state folder that the store does not know: it may be new, or another one. */
function strays(
  { owner }: WorkerServices,
  records: readonly WorkerRecord[],
  panes: readonly WorkerPane[],
): WorkerPane[] {
  const known = new Set(records.map(({ name }) => name));
  return panes.filter(({ worker }) => worker.owner === owner && !known.has(worker.name));
}

/** Writes down a worker that its pane tells of. */
export async function adopt(
  services: WorkerServices,
  tmux: Tmux,
  pane: WorkerPane,
): Promise<JudgedWorker | undefined> {
  const { name, cwd, envNames, tags, worktree, createdAt } = pane.worker;
  const { socket = null } = tmux.host.address;
  const record = await services.store.workers.insert({
    name,
    host: tmux.place,
    tmux: { session: pane.sessionName, window: pane.windowName, socket },
    runId: pane.run.id,
    paneId: pane.paneId,
    command: pane.run.command,
    cwd,
    envNames,
    tags,
    worktree,
    state: 'running',
    createdAt: new Date(createdAt),
    startedAt: new Date(pane.run.startedAt),
  });
  // Somebody else has written it down meanwhile, and shows it in the next survey.
  return record && judgeWorker(services, tmux, record, [pane]);
}

async function unanswered(services: WorkerServices, record: WorkerRecord, error: MuxError): Promise<Worker> {
  if (record.state === 'stopped') return toWorker(record);
  const reason = error.message;
  if (isContainerGone(error)) return { ...(await settleLost(services, record)).worker, reason };
  return { ...toWorker(record), state: 'unknown', reason };
}
