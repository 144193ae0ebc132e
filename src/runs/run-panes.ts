import { isMuxError } from '../model/index.js';
import type { EndingTexts } from '../recorder/index.js';
import {
  listRecords,
  parseRecords,
  recordFormat,
  type Tmux,
  type TmuxRecord,
  tellTime,
  toldTime,
} from '../tmux/index.js';
import { toldFields, toldTexts } from './read-run-ending.js';
import { isRunId } from './run-id.js';
import { RUN_OPTION, type RunNote } from './run-option.js';

/** A pane that belongs to a run, or did: it has our note, or is in a window that is named like one of ours. */
export interface RunPane {
  readonly runId: string;
  /** Where the pane has one. */
  readonly note: RunNote | undefined;
  readonly paneId: string;
  readonly windowId: string;
  readonly windowName: string;
  readonly sessionName: string;
  readonly pid: number;
  readonly dead: boolean;
  /** How the program of a dead pane ended, where tmux knows it. */
  readonly deadCode: number | undefined;
  /** What its wrapper could write to no file. */
  readonly told: EndingTexts | undefined;
  /** When something was last printed in its window. */
  readonly activeAt: Date;
  /** Whether somebody has the window on the screen. */
  readonly viewed: boolean;
}

const fields = {
  note: RUN_OPTION,
  paneId: 'pane_id',
  windowId: 'window_id',
  windowName: 'window_name',
  sessionName: 'session_name',
  pid: 'pane_pid',
  dead: 'pane_dead',
  deadStatus: 'pane_dead_status',
  deadSignal: 'pane_dead_signal',
  active: 'window_activity',
  clients: 'window_active_clients_list',
  ...toldFields,
} as const;

/**
 * The panes that have the note of a run, by one query. tmux compares the notes itself: with hundreds of runs, reading all
 * of them takes much longer.
 */
export async function panesOfRun(tmux: Tmux, id: string): Promise<RunPane[]> {
  const filter = `#{m:*"id":"${id}"*,#{${RUN_OPTION}}}`;
  const panes = panesOf(await listRecords(tmux, ['list-panes', '-a', '-f', filter], fields));
  // Another note may contain the same text, e.g. in its command.
  return panes.filter(({ note }) => note?.id === id);
}

/** All panes of runs on a server, also those that lost their note, and the time by the clock of the server. */
export async function runPanesNow(tmux: Tmux): Promise<{ readonly panes: RunPane[]; readonly now: Date }> {
  const filter = `#{||:#{${RUN_OPTION}},#{m:auto:*,#{window_name}}}`;
  const asked = Date.now();
  const [listed, time] = await tmux
    .request([['list-panes', '-a', '-f', filter, '-F', recordFormat(fields)], tellTime])
    .catch((error: unknown): Buffer[] => {
      if (isMuxError(error, 'NO_SERVER')) return [];
      throw error;
    });
  const records = parseRecords(fields, listed ?? Buffer.alloc(0));
  return { panes: panesOf(records), now: toldTime(time, asked) };
}

function panesOf(records: readonly TmuxRecord<typeof fields>[]): RunPane[] {
  const panes = new Map<string, RunPane>();
  for (const record of records) {
    const note = parseRunNote(record.note);
    const runId = note?.id ?? /^auto:(.*)$/.exec(record.windowName)?.[1] ?? '';
    // A window that is linked into several sessions is listed once for each.
    if (!isRunId(runId) || panes.has(record.paneId)) continue;
    const { paneId, windowId, windowName, sessionName } = record;
    panes.set(paneId, {
      runId,
      note,
      paneId,
      windowId,
      windowName,
      sessionName,
      pid: Number(record.pid),
      dead: record.dead === '1',
      deadCode:
        Number(record.deadStatus) || (record.deadSignal ? 128 + Number(record.deadSignal) : undefined),
      told: toldTexts(record),
      activeAt: new Date(Number(record.active) * 1000),
      // The names of control-mode clients, ours among them, are no paths.
      viewed: record.clients.split(',').some((client) => client.startsWith('/')),
    });
  }
  return [...panes.values()];
}

/** Anybody who can use the server can write a note: what does not look like one of ours is none. */
export function parseRunNote(text: string): RunNote | undefined {
  try {
    const note = JSON.parse(text) as RunNote;
    const sound = isRunId(note.id) && note.folder.startsWith('/') && Array.isArray(note.detectors);
    return sound && !Number.isNaN(Date.parse(note.startedAt)) ? note : undefined;
  } catch {
    return undefined;
  }
}
