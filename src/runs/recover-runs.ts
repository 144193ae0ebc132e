import { isMuxError } from '../model/index.js';
import type { NewRun, RunState, Store } from '../store/index.js';
import type { Tmux } from '../tmux/index.js';
import { storedEnd } from './run-journal.js';
import type { FinishedStatus } from './status.js';
import { type RunSurvey, type SurveyedRun, type SurveyOptions, surveyRuns } from './survey-runs.js';
import { tolerant } from './tolerant.js';

/** A run that the store knows better now. */
export interface RecoveredRun {
  readonly id: string;
  readonly state: RunState;
  readonly exitCode?: number;
  /** It was not in the store: its pane or its files told of it. */
  readonly found?: true;
}

export interface Recovery {
  readonly changed: readonly RecoveredRun[];
  /** Ids of the runs that go on. */
  readonly running: readonly string[];
}

/**
 * Brings the store up to date with a host after a restart: what has ended meanwhile, what was lost, and what it did
 * not know of. Several processes may do it at once.
 *
 * @example
 * const { changed, running } = await recoverRuns(tmux, store);
 */
export async function recoverRuns(tmux: Tmux, store: Store, options: SurveyOptions = {}): Promise<Recovery> {
  return settleRuns(tmux, store, await surveyRuns(tmux, store, options));
}

/** Writes into the store what a survey has seen. */
export async function settleRuns(tmux: Tmux, store: Store, survey: RunSurvey): Promise<Recovery> {
  const changed: RecoveredRun[] = [];
  const running: string[] = [];
  for (const run of survey.runs) {
    if (run.verdict.state === 'running') running.push(run.id);
    const change = await settle(tmux, store, run);
    if (change) changed.push(change);
  }
  return { changed, running };
}

async function settle(tmux: Tmux, store: Store, run: SurveyedRun): Promise<RecoveredRun | undefined> {
  const { id, record, pane, verdict } = run;
  if (verdict.state === 'unknown' || verdict.state === 'starting') return undefined;
  const isLost = record?.lost && !(verdict.state === 'ended' && verdict.status.lost);
  if (record?.finishedAt && !isLost) {
    return verdict.state === 'ended' ? correct(store, id, verdict.status) : undefined;
  }
  const found = !record && (await insertNew(store, newRun(tmux, run)));
  const wasFound = found ? { found } : undefined;
  if (record && pane && (record.paneId === undefined || isLost)) {
    await tolerant(() => store.runs.update(id, { paneId: pane.paneId }));
  }
  if (verdict.state !== 'ended') return found || isLost ? { id, state: 'running', ...wasFound } : undefined;
  const end = storedEnd(verdict.status);
  const first = await tolerant(() =>
    store.runs.finish(id, { ...end, finishedAt: verdict.at, bytes: run.remains?.logSize }),
  );
  return first ? { ...recovered(id, end), ...wasFound } : undefined;
}

/** What the wrapper proves is stored also where something else was stored before. */
async function correct(store: Store, id: string, status: FinishedStatus): Promise<RecoveredRun | undefined> {
  if (status.confidence !== 'certain') return undefined;
  const end = storedEnd(status);
  const wrong = await tolerant(() => store.runs.correctEnd(id, end));
  return wrong ? recovered(id, end) : undefined;
}

function recovered(id: string, { exitCode, lost }: ReturnType<typeof storedEnd>): RecoveredRun {
  return { id, state: lost ? 'lost' : 'finished', exitCode };
}

function newRun(tmux: Tmux, { id, pane, remains, startedAt }: SurveyedRun): NewRun {
  const note = pane?.note;
  const folder = note?.folder ?? remains?.folder;
  return {
    id,
    host: tmux.place,
    server: pane && tmux.server && `${tmux.server.pid}:${tmux.server.startTime}`,
    sessionId: pane?.sessionName ?? '',
    windowName: pane?.windowName ?? `auto:${id}`,
    paneId: pane?.paneId,
    logPath: folder && `${folder}/${id}.log`,
    command: note?.command ?? '',
    type: note?.type ?? 'unknown',
    logFormat: note?.logFormat,
    interactive: note?.interactive,
    timeoutMs: note?.timeoutMs,
    detectors: note?.detectors,
    startedAt,
  };
}

/** Whether it was this call that added it, and not another process meanwhile. */
async function insertNew(store: Store, run: NewRun): Promise<boolean> {
  try {
    await store.runs.insert(run);
    return true;
  } catch (error) {
    if (isMuxError(error, 'INVALID_ARGUMENT') && (await store.runs.get(run.id))) return false;
    throw error;
  }
}
