import { Coalesced, Deadline } from '../../model/index.js';
import type { Runs } from '../../runs/runs.js';
import type { RunRecord } from '../../store/index.js';
import type { Tmux } from '../../tmux/index.js';
import type { BaseRuntime } from '../base-runtime.js';
import { KnownTree } from '../panes/known-tree.js';
import { outside } from '../reach/current-confinement.js';

/** A host that needs longer is asked in vain. */
const ANSWER_MS = 5_000;

/** A record of the store, or a row of an answer. */
interface Listed extends Pick<RunRecord, 'id' | 'host' | 'state'> {
  readonly paneId?: string | undefined;
  readonly startedAt?: Date | string | undefined;
}

/**
 * Looks at the hosts of runs that went on when they were last seen, and writes down which have ended. A host that does
 * not answer in time holds up nobody: its runs are told as they were. Whether anything has changed is the answer.
 *
 * Where this process follows all those runs, and no pane of the host has come, gone or died since it was last looked at,
 * what is written down is how things are.
 */
export async function settleEnded(
  records: readonly Listed[],
  runtime: BaseRuntime,
  signal: AbortSignal,
): Promise<boolean> {
  const running = new Map<string, string[]>();
  for (const record of records) {
    if (!mayRun(record)) continue;
    const ids = running.get(record.host) ?? [];
    if (record.state === 'running') ids.push(record.id);
    running.set(record.host, ids);
  }
  if (running.size === 0) return false;
  const settled = await Promise.all(
    [...running].map(([host, ids]) => settleHost(host, ids, runtime, signal)),
  );
  return settled.includes(true);
}

/** One that was taken for lost before it had a pane may have got one since, which changes the panes of its host. */
function mayRun({ state, paneId, startedAt }: Listed): boolean {
  if (state !== 'lost' || paneId !== undefined) return state === 'running';
  return startedAt === undefined || Date.now() - new Date(startedAt).getTime() < DAY_MS;
}

const DAY_MS = 24 * 3_600_000;

async function settleHost(
  host: string,
  ids: readonly string[],
  runtime: BaseRuntime,
  signal: AbortSignal,
): Promise<boolean> {
  using deadline = new Deadline({ what: `Asking ${host} for its runs`, timeoutMs: ANSWER_MS, signal });
  try {
    return await deadline.race(recover(host, ids, runtime));
  } catch (error) {
    if (signal.aborted) throw error;
    return false;
  }
}

async function recover(host: string, ids: readonly string[], runtime: BaseRuntime): Promise<boolean> {
  const [runs, tmux] = await Promise.all([runtime.runs(), runtime.connect(host)]);
  const structure = await KnownTree.of(tmux).structure();
  if (structure !== undefined && isSettled(runs, tmux, structure, ids)) return false;
  const hasChanged = await sharedRecovery(runs, tmux);
  if (structure !== undefined) settledAt.set(tmux, structure);
  return hasChanged;
}

/** One recovery for all callers that wait for one: it reads every pane and every file of the host. */
function sharedRecovery(runs: Runs, tmux: Tmux): Promise<boolean> {
  const recovery =
    recoveries.get(tmux) ??
    // It belongs to no caller, so the limits of the caller that started it do not apply.
    new Coalesced(() => outside(async () => (await runs.recover({ host: tmux })).changed.length > 0));
  recoveries.set(tmux, recovery);
  return recovery.run();
}

const recoveries = new WeakMap<Tmux, Coalesced<boolean>>();

function isSettled(runs: Runs, tmux: Tmux, structure: number, ids: readonly string[]): boolean {
  return settledAt.get(tmux) === structure && ids.every((id) => runs.follows(id));
}

/** The structure of a server at which its runs were last looked at. */
const settledAt = new WeakMap<Tmux, number>();
