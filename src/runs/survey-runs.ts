import { hostTools, parseEnding } from '../recorder/index.js';
import type { RunRecord, Store } from '../store/index.js';
import type { Tmux } from '../tmux/index.js';
import { claimedBy, finishedBy, finishedStatus } from './ending-status.js';
import { type RunPane, runPanesNow } from './run-panes.js';
import { type RunRemains, runIdTime, runRemains } from './run-remains.js';
import { isBeingStarted } from './starting-runs.js';
import { type FinishedStatus, LOST_CODE } from './status.js';

export interface SurveyOptions {
  /** Folder for logs on the host, where it is not the usual one. */
  readonly folder?: string | undefined;
  /** @default that of the tmux server, by which the runs were started */
  readonly clock?: (() => Date) | undefined;
  /**
   * Milliseconds after which a run that was written down but has no pane is not being started any more.
   * @default 60000
   */
  readonly startingMs?: number | undefined;
}

/** What the store, the pane and the files tell of one run. */
export interface SurveyedRun {
  readonly id: string;
  readonly record: RunRecord | undefined;
  readonly pane: RunPane | undefined;
  readonly remains: RunRemains | undefined;
  readonly startedAt: Date;
  readonly verdict: RunVerdict;
}

/** `unknown`: files without an end, which may be those of a run on another tmux server of the same host. */
export type RunVerdict =
  | { readonly state: 'starting' | 'running' | 'unknown' }
  | { readonly state: 'ended'; readonly status: FinishedStatus; readonly at: Date };

export interface RunSurvey {
  readonly now: Date;
  readonly runs: readonly SurveyedRun[];
  /** Panes in windows named like ours, without a note. */
  readonly strayPanes: readonly RunPane[];
}

/** Longer than all that is done between the row and the pane may take: twice the time that a launch has. */
const STARTING_MS = 60_000;
const ROWS_AT_ONCE = 500;

/**
 * Finds all runs of a host, with two round trips to it. In this order, so that nothing that happens meanwhile is taken
 * for lost: a run is written down before it has a pane, and leaves its files before its pane goes.
 */
export async function surveyRuns(tmux: Tmux, store: Store, options: SurveyOptions = {}): Promise<RunSurvey> {
  const { folder, clock, startingMs = STARTING_MS } = options;
  const tools = await hostTools(tmux.host, folder === undefined ? {} : { folder });
  const records = await allRecords(store);
  const { panes, now: told } = await runPanesNow(tmux);
  const now = clock?.() ?? told;
  const ours = [...records.values()].filter(({ host }) => host === tmux.place);
  const noted = new Map(panes.flatMap((pane) => (pane.note ? [[pane.runId, pane] as const] : [])));
  const folders = new Set([tools.folder]);
  for (const { logPath } of ours) if (logPath) folders.add(folderOf(logPath));
  for (const { note } of noted.values()) if (note) folders.add(note.folder);
  const remains = new Map(
    (await runRemains(tmux.host, [...folders], commitmentOf))
      .filter(isWhereItBelongs)
      .map((one) => [one.id, one]),
  );

  const ids = new Set([...ours.map(({ id }) => id), ...noted.keys()]);
  for (const { id } of remains.values()) if (!records.has(id) && looksLikeOurs(id, now)) ids.add(id);
  const runs = [...ids].map((id): SurveyedRun => {
    const pane = noted.get(id);
    const known = { id, record: records.get(id), pane, remains: withTold(remains.get(id), pane) };
    const startedAt = startOf(known) ?? now;
    return { ...known, startedAt, verdict: judge({ ...known, startedAt }, now, startingMs) };
  });
  return { now, runs, strayPanes: panes.filter(({ note }) => !note) };

  function commitmentOf(id: string): string | undefined {
    return records.get(id)?.exitNonce ?? noted.get(id)?.note?.commitment;
  }

  /** What the wrapper could write to no file is with its pane. */
  function withTold(one: RunRemains | undefined, pane: RunPane | undefined): RunRemains | undefined {
    if (!pane?.told || !pane.note || one?.ending.exitCode !== undefined) return one;
    const { runId: id, note } = pane;
    const ending = parseEnding(pane.told, commitmentOf(id));
    if (!ending.proven) return one;
    return { id, folder: note.folder, files: [], logSize: undefined, ...one, ending };
  }

  /** A folder of another run may hold a file of the same name; only that where a run writes counts. */
  function isWhereItBelongs({ id, folder: where }: RunRemains): boolean {
    const path = records.get(id)?.logPath;
    return (path ? folderOf(path) : (noted.get(id)?.note?.folder ?? where)) === where;
  }
}

/** Of all hosts: files of a run that another tmux server has are none without a row. */
async function allRecords(store: Store): Promise<Map<string, RunRecord>> {
  const records = new Map<string, RunRecord>();
  for (let cursor: string | undefined, more = true; more; more = cursor !== undefined) {
    const page = await store.runs.list({ limit: ROWS_AT_ONCE, cursor });
    for (const record of page.runs) records.set(record.id, record);
    cursor = page.nextCursor;
  }
  return records;
}

function folderOf(path: string): string {
  return path.replace(/\/[^/]*$/, '');
}

/** An unrelated file may be named `maintenance.log`, too. */
function looksLikeOurs(id: string, now: Date): boolean {
  const time = runIdTime(id);
  return time !== undefined && time.getTime() < now.getTime() + 24 * 3_600_000;
}

function startOf({
  id,
  record,
  pane,
  remains,
}: Omit<SurveyedRun, 'startedAt' | 'verdict'>): Date | undefined {
  if (record) return record.startedAt;
  return pane?.note ? new Date(pane.note.startedAt) : (runIdTime(id) ?? remains?.ending.startedAt);
}

function judge(run: Omit<SurveyedRun, 'verdict'>, now: Date, startingMs: number): RunVerdict {
  const { record, pane, remains, startedAt } = run;
  const status = remains && finishedBy(remains.ending);
  // A run was taken for lost while it was being started: by a process whose clock was wrong, or after a long sleep.
  const isBack = record?.lost && pane && !pane.dead;
  if (record?.finishedAt && !isBack) {
    // The wrapper knows better than the process that stored it.
    const isBetter = status && (status.confidence === 'certain' || record.lost);
    const better = isBetter ? status : recordedEnd(record);
    return { state: 'ended', status: better, at: record.finishedAt };
  }
  // A wrapper that is about to leave has something to write yet.
  const { exitCode, sentinelCode, endedAt } = remains?.ending ?? {};
  if (status && (exitCode !== undefined || sentinelCode !== undefined || !pane || pane.dead)) {
    // The host tells whole seconds, which may lie before the start.
    const at = Math.max((endedAt ?? (pane ? now : startedAt)).getTime(), startedAt.getTime());
    return { state: 'ended', status, at: new Date(at) };
  }
  if (pane && !pane.dead) return { state: 'running' };
  const claimed = remains && claimedBy(remains.ending);
  if (claimed) return { state: 'ended', status: claimed, at: endedAt ?? now };
  if (pane) return { state: 'ended', status: lost(pane.deadCode ?? LOST_CODE), at: now };
  if (!record) return { state: 'unknown' };
  const young = now.getTime() - startedAt.getTime() < startingMs;
  const isStarting = record.paneId === undefined && (young || isBeingStarted(record));
  return isStarting ? { state: 'starting' } : { state: 'ended', status: lost(LOST_CODE), at: now };
}

function lost(code: number): FinishedStatus {
  return { ...finishedStatus(code, { source: 'screen', confidence: 'guess' }), lost: true };
}

function recordedEnd(record: RunRecord): FinishedStatus {
  const { exitCode = LOST_CODE, lost: isLost, timedOut, endedBy } = record;
  const verdict = { source: 'exit-file', confidence: 'certain' } as const;
  const status = finishedStatus(exitCode, verdict, { timedOut, notRun: endedBy === 'not-run' });
  return isLost ? { ...status, lost: true, confidence: 'guess' } : status;
}
