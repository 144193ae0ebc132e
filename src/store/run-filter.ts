import type { ExpressionBuilder, ExpressionWrapper, SqlBool } from 'kysely';
import { MuxError } from '../model/index.js';
import type { RunState } from './run-record.js';
import type { Tables } from './tables.js';
import { timeText } from './time-text.js';

/** Which runs: those that fit everything that is given. */
export interface RunFilter {
  /** Address of the host. */
  readonly host?: string | undefined;
  /** Name of the tmux session. */
  readonly session?: string | undefined;
  readonly state?: RunState | readonly RunState[] | undefined;
  readonly type?: string | undefined;
  /** Those that started earlier. */
  readonly before?: Date | undefined;
  /** Those that started then or later. */
  readonly after?: Date | undefined;
}

export interface RunListOptions extends RunFilter {
  /** @default 'newest' */
  readonly order?: 'newest' | 'oldest' | undefined;
  /**
   * Runs that one call gives at most.
   * @default 100
   */
  readonly limit?: number | undefined;
  /** The `nextCursor` of the page before. */
  readonly cursor?: string | undefined;
}

type Builder = ExpressionBuilder<Tables, 'automation_runs'>;
type Condition = ExpressionWrapper<Tables, 'automation_runs', SqlBool>;

/** The filter as a condition on `automation_runs`. */
export function runCondition(filter: RunFilter): (builder: Builder) => Condition {
  return (builder) => {
    const { host, session, state, type, before, after } = filter;
    const conditions: Condition[] = [];
    if (host !== undefined) conditions.push(builder('automation_runs.host', '=', host));
    if (session !== undefined) conditions.push(builder('automation_runs.session_id', '=', session));
    if (state !== undefined) conditions.push(builder('automation_runs.state', 'in', [state].flat()));
    if (type !== undefined) conditions.push(builder('automation_runs.type', '=', type));
    if (before) conditions.push(builder('automation_runs.started_at', '<', timeText(before)));
    if (after) conditions.push(builder('automation_runs.started_at', '>=', timeText(after)));
    return builder.and(conditions);
  };
}

/** Where a page ends. Times may be equal, so the id is a part of it. */
export interface PagePosition {
  readonly startedAt: string;
  readonly id: string;
}

export function formatCursor({ startedAt, id }: PagePosition): string {
  return Buffer.from(`${startedAt} ${id}`).toString('base64url');
}

export function parseCursor(cursor: string): PagePosition {
  const match = /^(\d{4}-\d\d-\d\dT[\d:.]+Z) (.+)$/s.exec(Buffer.from(cursor, 'base64url').toString());
  if (!match?.[1] || !match[2]) {
    throw new MuxError('INVALID_ARGUMENT', `'${cursor}' is not a cursor of a list of runs.`, {
      suggestion: 'Give the nextCursor of the page before, or none for the first page.',
    });
  }
  return { startedAt: match[1], id: match[2] };
}

/** Refuses a limit that is no count. */
export function checkLimit(limit: number): number {
  if (Number.isSafeInteger(limit) && limit > 0) return limit;
  throw new MuxError('INVALID_ARGUMENT', `The limit ${limit} is not a whole number greater than 0.`);
}
