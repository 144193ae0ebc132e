import { MuxError } from '../model/index.js';
import type { Store } from '../store/index.js';
import type { Tmux } from '../tmux/index.js';
import { endShells, idleShells } from './idle-shells.js';
import { removeOrphans, removeRunFiles } from './prune-host.js';
import { type EndedRun, type PruneReason, prunePlan, type RetentionPolicy } from './prune-plan.js';
import { type Recovery, settleRuns } from './recover-runs.js';
import type { RunPane } from './run-panes.js';
import { filesInUse } from './run-remains-in-use.js';
import { type RunSurvey, type SurveyedRun, type SurveyOptions, surveyRuns } from './survey-runs.js';

export interface PruneOptions extends Pick<SurveyOptions, 'folder' | 'clock' | 'startingMs'> {
  /** Only says what would be done. */
  readonly dryRun?: boolean | undefined;
  /**
   * Whether windows stay whose program has died: somebody may look at them.
   * @default false
   */
  readonly keepPanes?: boolean | undefined;
}

export interface PruneResult {
  readonly runs: readonly PrunedRun[];
  /** Panes that had died in windows of runs. */
  readonly orphans: readonly PrunedPane[];
  /** Shells that had been kept open. The files of their runs can go the next time. */
  readonly shells: readonly PrunedPane[];
  /** What the store learnt first; nothing in a dry run. */
  readonly recovery: Recovery;
}

export interface PrunedRun {
  readonly id: string;
  /** `leftover`: only what is of no use without a running command went. */
  readonly reason: PruneReason | 'leftover';
  /** Paths on the host. */
  readonly files: readonly string[];
  readonly bytes: number;
}

export interface PrunedPane {
  readonly runId: string;
  readonly paneId: string;
  readonly windowName: string;
}

/**
 * Removes what is no longer wanted of runs that have ended: files, rows with their events, dead windows, idle shells.
 * It touches nothing that goes on, and nothing that is not named and placed as muxwright names and places it.
 *
 * @example
 * await pruneRuns(tmux, store, { maxAgeMs: 7 * 24 * 3_600_000, maxBytes: 1e9 });
 */
export async function pruneRuns(
  tmux: Tmux,
  store: Store,
  policy: RetentionPolicy,
  options: PruneOptions = {},
): Promise<PruneResult> {
  checkPolicy(policy);
  const { dryRun = false, keepPanes = false, ...looking } = options;
  const survey = await surveyRuns(tmux, store, looking);
  const recovery = dryRun ? { changed: [], running: [] } : await settleRuns(tmux, store, survey);
  const orphans = keepPanes ? [] : orphanedPanes(survey);
  const shells = await idleShells(tmux.host, survey, policy.keepAliveMs);
  const over = await overRuns(tmux, survey);
  const runs = prunedRuns(survey, over, policy);
  if (!dryRun) {
    await removeOrphans(tmux, orphans);
    await endShells(tmux, shells);
    // Files first: a row whose files are gone is no riddle to a process that looks just now, files without a row are.
    await removeRunFiles(
      tmux.host,
      runs.flatMap(({ files }) => files),
    );
    const gone = runs.filter(({ reason }) => reason !== 'persisted' && reason !== 'leftover');
    await store.runs.remove(gone.map(({ id }) => id));
  }
  return { runs, orphans: orphans.map(prunedPane), shells: shells.map(prunedPane), recovery };
}

function checkPolicy(policy: RetentionPolicy): void {
  for (const key of ['maxAgeMs', 'maxRuns', 'maxBytes', 'keepAliveMs'] as const) {
    const value = policy[key];
    // A NaN would compare false everywhere and keep all silently.
    if (value === undefined || value >= 0) continue;
    throw new MuxError('INVALID_ARGUMENT', `${key} is ${value}.`, {
      suggestion: 'Give a number from 0 on, or leave it out for no limit.',
    });
  }
}

/** Dead panes of runs that are not under way, also in windows that a person has renamed. */
function orphanedPanes({ runs, strayPanes }: RunSurvey): RunPane[] {
  const active = new Set(runs.flatMap(({ id, verdict }) => (verdict.state === 'ended' ? [] : [id])));
  const panes = [...runs.flatMap(({ pane }) => (pane ? [pane] : [])), ...strayPanes];
  return panes.filter(({ dead, runId }) => dead && !active.has(runId));
}

/** Runs of which nothing lives any more. */
async function overRuns(tmux: Tmux, { runs, now }: RunSurvey): Promise<SurveyedRun[]> {
  const unknown = runs.filter(
    ({ verdict, startedAt }) =>
      verdict.state === 'unknown' && now.getTime() - startedAt.getTime() > SETTLED_MS,
  );
  const inUse = await filesInUse(
    tmux.host,
    unknown.flatMap(({ remains }) => (remains ? [remains] : [])),
  );
  const ended = runs.filter(({ verdict, pane }) => verdict.state === 'ended' && (!pane || pane.dead));
  return [...ended, ...unknown.filter(({ id, remains }) => isSurelyOurs(remains) && !inUse.has(id))];
}

const SETTLED_MS = 60_000;

/** A log by itself could be anybody's. */
function isSurelyOurs(remains: SurveyedRun['remains']): boolean {
  if (!remains) return false;
  return remains.ending.startedAt !== undefined || remains.files.some(({ passing }) => passing);
}

function prunedRuns(
  { runs, now }: RunSurvey,
  over: readonly SurveyedRun[],
  policy: RetentionPolicy,
): PrunedRun[] {
  const isOver = new Set(over);
  const inUse = runs.filter((run) => !isOver.has(run)).reduce((sum, run) => sum + bytesOf(run), 0);
  const plan = prunePlan(over.map(endedRun), policy, now, inUse);
  return over.flatMap((run): PrunedRun[] => {
    const reason = plan.get(run.id) ?? 'leftover';
    const files = (run.remains?.files ?? []).filter(({ passing }) => passing || reason !== 'leftover');
    if (reason === 'leftover' && files.length === 0) return [];
    const paths = files.map(({ name }) => `${run.remains?.folder}/${name}`);
    return [{ id: run.id, reason, files: paths, bytes: files.reduce((sum, { bytes }) => sum + bytes, 0) }];
  });
}

function endedRun(run: SurveyedRun): EndedRun {
  const { id, record, remains, verdict, startedAt } = run;
  const endedAt = verdict.state === 'ended' ? verdict.at : startedAt;
  const size = remains?.logSize;
  const persisted = record !== undefined && size !== undefined && record.lastCursor >= size;
  return { id, endedAt, bytes: bytesOf(run), persisted };
}

function bytesOf({ remains }: SurveyedRun): number {
  return (remains?.files ?? []).reduce((sum, { bytes }) => sum + bytes, 0);
}

function prunedPane({ runId, paneId, windowName }: RunPane): PrunedPane {
  return { runId, paneId, windowName };
}
