import type { Selectable } from 'kysely';
import type { NewJournalEvent } from './journal-event.js';
import type { RunsTable } from './tables.js';

type RunRow = Pick<Selectable<RunsTable>, 'id' | 'host' | 'pane_id'>;

/** A run has a pane now. */
export function runStarted(row: Selectable<RunsTable>): NewJournalEvent {
  const { session_id: session, command, type: commandType, interactive } = row;
  return {
    type: 'run_started',
    ...about(row),
    data: { session, command, commandType, interactive: interactive !== 0 },
  };
}

export function runExit(row: Selectable<RunsTable>): NewJournalEvent {
  const { exit_code, signal, lost, timed_out } = row;
  const data = {
    ...(exit_code !== null && { code: exit_code }),
    ...(signal !== null && { signal }),
    lost: lost !== 0,
    timedOut: timed_out !== 0,
  };
  return { type: 'run_exit', ...about(row), data };
}

export function about(row: RunRow): Pick<NewJournalEvent, 'host' | 'target' | 'paneId'> {
  return { host: row.host, target: row.id, paneId: row.pane_id };
}

/** What was last told of a run's recording. */
export function faultMark(id: string): string {
  return `fault ${id}`;
}
