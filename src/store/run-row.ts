import type { Selectable } from 'kysely';
import { knownQuestion } from './run-question.js';
import type { NewRun, RunEnding, RunLogFormat, RunPatch, RunRecord, RunState } from './run-record.js';
import type { RunsTable } from './tables.js';
import { timeText } from './time-text.js';

/** The row of a new run. */
export function newRunRow(run: NewRun, now: Date): Selectable<RunsTable> {
  return {
    ...newRow,
    id: run.id,
    host: run.host,
    session_id: run.sessionId,
    window_name: run.windowName,
    command: run.command,
    started_at: timeText(now),
    ...patchRow(run),
  };
}

/** The columns that a patch sets: those of its properties that are there. */
export function patchRow(patch: RunPatch): Partial<RunsTable> {
  const row: Record<string, unknown> = {};
  for (const [property, value] of Object.entries(patch)) {
    const column = columns.get(property);
    if (column === undefined) continue;
    if (value !== undefined) row[column] = toColumn(value);
    // Given as undefined: where that is a value, it is taken for one, and else for "as it was".
    else if (nullable.has(column)) row[column] = null;
  }
  return row;
}

/** A row as a record. */
export function toRunRecord(row: Selectable<RunsTable>): RunRecord {
  return {
    id: row.id,
    host: row.host,
    server: row.server ?? undefined,
    sessionId: row.session_id,
    windowName: row.window_name,
    paneId: row.pane_id ?? undefined,
    logPath: row.log_path ?? undefined,
    logFormat: row.log_format as RunLogFormat,
    command: row.command,
    argv: row.argv === null ? undefined : JSON.parse(row.argv),
    type: row.type,
    cwd: row.cwd ?? undefined,
    interactive: row.interactive !== 0,
    timeoutMs: row.timeout_ms ?? undefined,
    state: row.state as RunState,
    startedAt: new Date(row.started_at),
    finishedAt: row.finished_at === null ? undefined : new Date(row.finished_at),
    exitCode: row.exit_code ?? undefined,
    signal: row.signal ?? undefined,
    lost: row.lost !== 0,
    timedOut: row.timed_out !== 0,
    endedBy: (row.ended_by as RunEnding | null) ?? undefined,
    lastCursor: row.last_cursor,
    bytes: row.bytes,
    prompts: row.prompts,
    detectors: row.detectors === null ? [] : JSON.parse(row.detectors),
    secretRules: row.secret_rules ?? undefined,
    startNonce: row.start_nonce ?? undefined,
    exitNonce: row.exit_nonce ?? undefined,
    attempt: row.attempt,
    retryOf: row.retry_of ?? undefined,
    starter: row.starter ?? undefined,
    asks: knownQuestion(row.asks),
    statusSince: row.status_since === null ? undefined : new Date(row.status_since),
    tags: JSON.parse(row.tags),
  };
}

function toColumn(value: unknown): unknown {
  if (value instanceof Date) return timeText(value);
  if (typeof value === 'boolean') return value ? 1 : 0;
  return typeof value === 'object' ? JSON.stringify(value) : value;
}

/** The columns that tell of the end of a run, for one that has not ended. */
export const notEnded = {
  state: 'running',
  finished_at: null,
  exit_code: null,
  signal: null,
  lost: 0,
  timed_out: 0,
  ended_by: null,
} as const;

const newRow = {
  server: null,
  pane_id: null,
  log_path: null,
  log_format: 'text',
  argv: null,
  type: 'command',
  cwd: null,
  interactive: 0,
  timeout_ms: null,
  ...notEnded,
  last_cursor: 0,
  bytes: 0,
  prompts: 0,
  detectors: null,
  secret_rules: null,
  start_nonce: null,
  exit_nonce: null,
  attempt: 1,
  retry_of: null,
  starter: null,
  asks: null,
  status_since: null,
  answers: 0,
  inbox: null,
  tags: '[]',
};

const patchable: Record<keyof RunPatch, keyof RunsTable> = {
  host: 'host',
  server: 'server',
  sessionId: 'session_id',
  windowName: 'window_name',
  paneId: 'pane_id',
  logPath: 'log_path',
  logFormat: 'log_format',
  command: 'command',
  argv: 'argv',
  type: 'type',
  cwd: 'cwd',
  interactive: 'interactive',
  timeoutMs: 'timeout_ms',
  startedAt: 'started_at',
  bytes: 'bytes',
  detectors: 'detectors',
  secretRules: 'secret_rules',
  startNonce: 'start_nonce',
  exitNonce: 'exit_nonce',
  attempt: 'attempt',
  retryOf: 'retry_of',
  starter: 'starter',
  tags: 'tags',
};
const columns = new Map<string, keyof RunsTable>(Object.entries(patchable));
const nullable = new Set<string>(
  Object.entries(newRow).flatMap(([column, value]) => (value === null ? [column] : [])),
);
