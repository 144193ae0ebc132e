import type { Selectable } from 'kysely';
import type { WorkersTable } from './tables.js';
import { timeText } from './time-text.js';
import type { NewWorker, StoredWorkerState, WorkerPatch, WorkerRecord } from './worker-record.js';

/** The row of a new worker. */
export function newWorkerRow(worker: NewWorker, now: Date): Selectable<WorkersTable> {
  return {
    run_id: null,
    pane_id: null,
    recipe: null,
    env_names: '[]',
    cwd: null,
    tags: '[]',
    worktree: null,
    claim: null,
    created_at: timeText(now),
    started_at: timeText(now),
    stopped_at: null,
    exit: null,
    respawns: 0,
    name: worker.name,
    host: worker.host,
    session: worker.tmux.session,
    window: worker.tmux.window,
    socket: worker.tmux.socket,
    command: worker.command,
    state: worker.state,
    ...workerPatchRow(worker),
  };
}

/** The columns that a patch sets; `undefined` empties a column. */
export function workerPatchRow(patch: WorkerPatch): Partial<Selectable<WorkersTable>> {
  const row: Record<string, string | number | null> = {};
  for (const [property, value] of Object.entries(patch)) {
    if (property === 'tmux' && patch.tmux) Object.assign(row, patch.tmux);
    const column = columns.get(property);
    if (column !== undefined) row[column] = toColumn(value);
  }
  return row;
}

export function toWorkerRecord(row: Selectable<WorkersTable>): WorkerRecord {
  return {
    name: row.name,
    host: row.host,
    tmux: { session: row.session, window: row.window, socket: row.socket },
    runId: row.run_id ?? undefined,
    paneId: row.pane_id ?? undefined,
    command: row.command,
    recipe: row.recipe ?? undefined,
    envNames: JSON.parse(row.env_names),
    cwd: row.cwd ?? undefined,
    tags: JSON.parse(row.tags),
    worktree: row.worktree === null ? undefined : JSON.parse(row.worktree),
    state: row.state as StoredWorkerState,
    claim: row.claim ?? undefined,
    createdAt: new Date(row.created_at),
    startedAt: new Date(row.started_at),
    stoppedAt: row.stopped_at === null ? undefined : new Date(row.stopped_at),
    exit: row.exit === null ? undefined : JSON.parse(row.exit),
    respawns: row.respawns,
  };
}

function toColumn(value: unknown): string | number | null {
  if (value === undefined || value === null) return null;
  if (value instanceof Date) return timeText(value);
  return typeof value === 'number' || typeof value === 'string' ? value : JSON.stringify(value);
}

const patchable: Record<Exclude<keyof WorkerPatch, 'tmux'>, keyof WorkersTable> = {
  host: 'host',
  runId: 'run_id',
  paneId: 'pane_id',
  command: 'command',
  recipe: 'recipe',
  envNames: 'env_names',
  cwd: 'cwd',
  tags: 'tags',
  worktree: 'worktree',
  state: 'state',
  claim: 'claim',
  createdAt: 'created_at',
  startedAt: 'started_at',
  stoppedAt: 'stopped_at',
  exit: 'exit',
  respawns: 'respawns',
};
const columns = new Map<string, keyof WorkersTable>(Object.entries(patchable));
