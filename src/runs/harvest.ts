import { type CallOptions, isMuxError, MuxError } from '../model/index.js';
import { type LogEntry, type LogSlice, plainLine, readLog } from '../recorder/index.js';
import { promptLine } from './prompt-detection.js';
import { readRunEnding } from './read-run-ending.js';
import { runDefaults } from './run-options.js';
import type { RunPlace } from './run-place.js';
import { screenOf } from './screen-of.js';

export interface HarvestOptions extends CallOptions {
  /**
   * What `text` holds: the line as it was printed, or without escape sequences and with progress bars in their last state.
   * @default 'raw'
   */
  readonly form?: 'raw' | 'plain';
  /**
   * Most bytes of the log for one call; `hasMore` tells that there are more.
   * @default 1048576
   */
  readonly maxBytes?: number;
  /** Also what stands on the cursor's line: output that has no newline yet. */
  readonly partial?: boolean;
}

/** A line of output with its time apart. */
export interface HarvestedLine {
  /** `2025-01-24T10:30:00+0000`; empty where the line comes from the screen. */
  readonly time: string;
  readonly text: string;
}

export interface HarvestResult {
  /** Byte position already read: give it to the next call. */
  readonly cursor: number;
  /** New lines since the cursor that was given, as they stand in the log, each with its time. */
  readonly lines: string[];
  /** The same with time and text apart. */
  readonly entries: readonly HarvestedLine[];
  /** Whether more is there already. */
  readonly hasMore: boolean;
  /** Whether the lines are the pane's screen and history, because the log is gone. */
  readonly snapshot: boolean;
  /** The unfinished line, where that was asked for and there is one. */
  readonly partial?: string;
  /**
   * Why output is missing from the log, where it is: the name of a system error, such as `ENOSPC`. A line of the log says
   * where, once it can be written again.
   */
  readonly fault?: string;
  /** How many bytes between the cursor that was given and the first of these lines were removed by rotation. */
  readonly missingBytes?: number;
}

/** @internal */
export interface HarvestRange {
  /** Only what the command printed, and not the shell that stays when it has ended. */
  readonly commandOnly?: boolean;
}

/** Reads on in the log of a run. */
export async function harvestRun(
  place: RunPlace,
  cursor: number,
  options: HarvestOptions & HarvestRange = {},
): Promise<HarvestResult> {
  if (!Number.isSafeInteger(cursor) || cursor < 0) {
    throw new MuxError('INVALID_ARGUMENT', `The cursor ${cursor} is not a position in a log.`, {
      suggestion: 'Give 0, or the cursor of an earlier harvest.',
    });
  }
  const { form = 'raw' } = options;
  try {
    return await readOn(place, cursor, options);
  } catch (error) {
    if (!isMuxError(error, 'LOG_UNAVAILABLE')) throw error;
    const beginning = await recorderBeginning(place);
    if (beginning === 'to come') return { cursor, lines: [], entries: [], hasMore: false, snapshot: false };
    if (beginning === 'begun') {
      // Its files may have come between the two looks.
      const late = await readOn(place, cursor, options).catch(unlessUnavailable);
      if (late) return late;
    }
    return snapshot(place, cursor, form, error);
  }
}

async function readOn(
  place: RunPlace,
  cursor: number,
  { form = 'raw', partial, commandOnly, ...reading }: HarvestOptions & HarvestRange,
): Promise<HarvestResult> {
  const all = await readLog(place.tmux.host, place, { ...reading, cursor });
  const slice = commandOnly ? await withoutShell(place, all) : all;
  return {
    cursor: slice.cursor,
    ...formed(slice.entries, form, place),
    hasMore: slice.hasMore,
    snapshot: false,
    ...(slice.fault !== undefined && { fault: slice.fault }),
    ...(partial && (await partialLine(place, form))),
  };
}

function unlessUnavailable(error: unknown): undefined {
  if (!isMuxError(error, 'LOG_UNAVAILABLE')) throw error;
}

/** The shell begins behind the recorder's mark: if there is none even now, none of the lines is the shell's. */
async function withoutShell(place: RunPlace, slice: LogSlice): Promise<LogSlice> {
  if (!place.interactive || slice.entries.length === 0) return slice;
  const { exitPosition } = await readRunEnding(place);
  if (exitPosition === undefined || slice.cursor <= exitPosition) return slice;
  const entries = slice.entries.filter(({ end }) => end <= exitPosition);
  return { ...slice, entries, cursor: exitPosition, hasMore: false };
}

/** The recorder of a run that has just begun may not have made its files; they were not removed then. */
async function recorderBeginning(place: RunPlace): Promise<'to come' | 'begun' | 'long ago'> {
  const age = Date.now() - (place.startedAt?.getTime() ?? 0);
  if (age > runDefaults.recorderStartMs || place.recorded) return 'long ago';
  const { recording, exitCode } = await readRunEnding(place);
  return recording || exitCode !== undefined ? 'begun' : 'to come';
}

function formed(
  entries: readonly LogEntry[],
  form: 'raw' | 'plain',
  { redactor }: RunPlace,
): Pick<HarvestResult, 'lines' | 'entries'> {
  // What was typed as a secret later is not hidden in the log itself.
  const hidden = redactor.learned ? redactor.lines() : undefined;
  const formedEntries = entries.map((entry) => {
    const text = hidden ? hidden.line(entry.text) : entry.text;
    return { ...entry, text: form === 'plain' ? plainLine(text) : text };
  });
  return {
    lines: formedEntries.map((entry, i) => (entry.text === entries[i]?.text ? entry.line : logLine(entry))),
    entries: formedEntries.map(({ time, text }) => ({ time, text })),
  };
}

/** A line of the log with another text, in the form that it had. */
function logLine({ time, text, line }: LogEntry): string {
  return line.startsWith('{') ? JSON.stringify({ time, text }) : `${time} ${text}`;
}

/** Harvests from a cursor, or from the oldest line there is where those at the cursor were removed. */
export async function harvestFrom(
  harvest: (cursor: number) => Promise<HarvestResult>,
  cursor: number,
): Promise<HarvestResult> {
  return harvest(cursor).catch(async (error: unknown) => {
    const oldest = oldestCursor(error);
    return { ...(await harvest(oldest)), missingBytes: oldest - cursor };
  });
}

/** Where a log begins whose first files were removed; any other error is thrown. */
export function oldestCursor(error: unknown): number {
  if (isMuxError(error, 'LOG_ROTATED') && typeof error.details.oldest === 'number')
    return error.details.oldest;
  throw error;
}

async function partialLine(place: RunPlace, form: 'raw' | 'plain'): Promise<{ partial?: string }> {
  const screen = await screenOf(place);
  if (!screen || screen.dead || screen.alternate) return {};
  const line = place.redactor.prompt(promptLine(screen));
  return line === '' ? {} : { partial: form === 'plain' ? plainLine(line) : line };
}

/** Where the log is gone the pane itself still shows what it can. The cursor stays: it belongs to the log. */
async function snapshot(
  place: RunPlace,
  cursor: number,
  form: 'raw' | 'plain',
  cause: MuxError,
): Promise<HarvestResult> {
  const [text, { fault }] = await Promise.all([paneText(place), readRunEnding(place)]);
  if (text === undefined) {
    // Without a fault, or where the recorder no longer found its file, the log was removed, or never was.
    if (fault === undefined || fault === 'ENOENT') throw cause;
    return { cursor, lines: [], entries: [], hasMore: false, snapshot: false, fault };
  }
  const lines = place.redactor.screen(text.split('\n')).slice(0, -1);
  const shown = form === 'plain' ? lines.map(plainLine) : lines;
  return {
    cursor,
    lines: shown,
    entries: shown.map((line) => ({ time: '', text: line })),
    hasMore: false,
    snapshot: true,
    ...(fault !== undefined && { fault }),
  };
}

async function paneText({ pane }: RunPlace): Promise<string | undefined> {
  try {
    return await pane?.capture({ history: runDefaults.snapshotLines, joined: true });
  } catch (error) {
    if (isMuxError(error, 'PANE_NOT_FOUND', 'NO_SERVER')) return undefined;
    throw error;
  }
}
