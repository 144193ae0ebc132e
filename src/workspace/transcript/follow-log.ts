import { setTimeout as delay } from 'node:timers/promises';
import type { Host } from '../../hosts/index.js';
import { isMuxError } from '../../model/index.js';
import { type LogSlice, type RunFiles, readLog, readTail } from '../../recorder/index.js';
import { emptyScreen, screenChangePattern } from '../../vt/index.js';
import { PaneTranscript } from './pane-transcript.js';

/**
 * Brings a transcript to the end of its log. Resolves with the line that has not ended; the empty string also where the
 * recorder is just busy with what comes behind, so that the next read will have it.
 */
export async function followLog(host: Host, files: RunFiles, transcript: PaneTranscript): Promise<string> {
  for (let tries = 0; tries < TRIES; tries++) {
    transcript.position = await readLines(
      ...([host, files, transcript.position] as const),
      (entries) => transcript.feed(entries),
      () => transcript.skip(),
    );
    const tail = await readTail(host, files, LIMIT);
    if (tail?.position === transcript.position) return tail.text;
    if (!tail && transcript.position === 0) return '';
    if (!tail || tail.position < transcript.position) await delay(tries);
  }
  return '';
}

const TRIES = 8;
const LIMIT = { timeoutMs: 30_000 };

/** Reads on in a log to its end; resolves with where that is. What is gone already is passed over. */
export async function readLines(
  host: Host,
  files: RunFiles,
  from: number,
  take: (entries: LogSlice['entries']) => void,
  missing: () => void = () => {},
): Promise<number> {
  let cursor = from;
  for (let more = true; more; ) {
    const slice = await sliceOf(host, files, cursor);
    if (typeof slice === 'number') missing();
    else take(slice.entries);
    more = typeof slice === 'number' || (slice.hasMore && slice.entries.length > 0);
    cursor = typeof slice === 'number' ? slice : slice.cursor;
  }
  return cursor;
}

/** What is there from a position on, or, where that is gone, what there is instead. */
async function sliceOf(host: Host, files: RunFiles, cursor: number): Promise<LogSlice | number> {
  try {
    return await readLog(host, files, { cursor, ...LIMIT });
  } catch (error) {
    if (isMuxError(error, 'LOG_ROTATED')) return Number(error.details.oldest);
    throw error;
  }
}

/** Reads again what the log still has before the place of a transcript, so that it has so many lines, if there are. */
export async function recallLines(
  host: Host,
  files: RunFiles,
  transcript: PaneTranscript,
  count: number,
): Promise<void> {
  const first = await sliceOf(host, files, 0);
  const oldest = typeof first === 'number' ? first : 0;
  const near = Math.max(oldest, transcript.position - count * GENEROUS_LINE_BYTES);
  const lines = await linesFrom(host, files, transcript, near);
  const enough = near === oldest || lines.length >= count;
  transcript.recall(
    enough ? lines : await linesFrom(host, files, transcript, oldest),
    near === oldest || !enough,
  );
}

const GENEROUS_LINE_BYTES = 400;

/** The lines that have left the screen between a position and the place of a transcript. */
async function linesFrom(
  host: Host,
  files: RunFiles,
  { position, terminal }: PaneTranscript,
  from: number,
): Promise<readonly string[]> {
  const entries: LogSlice['entries'][number][] = [];
  for (let cursor = from; cursor < position; ) {
    const slice = await sliceOf(host, files, cursor);
    const next = typeof slice === 'number' ? slice : slice.cursor;
    if (typeof slice !== 'number') entries.push(...slice.entries.filter(({ end }) => end <= position));
    if (next <= cursor) break;
    cursor = next;
  }
  const { width, height } = terminal;
  const alternate = from > 0 && beginsAlternate(entries, terminal.alternate);
  const again = new PaneTranscript(from, { ...emptyScreen(width, height), alternate });
  again.feed(entries);
  return again.view('').lines.slice(0, again.terminal.settled);
}

/** Whether lines begin on the alternate screen: the first that changes it tells, or how it is behind them all. */
function beginsAlternate(entries: LogSlice['entries'], behind: boolean): boolean {
  for (const { text } of entries) {
    const [, final] = SCREEN_CHANGE.exec(text) ?? [];
    if (final !== undefined) return final === 'l';
  }
  return behind;
}

const SCREEN_CHANGE = new RegExp(screenChangePattern);
