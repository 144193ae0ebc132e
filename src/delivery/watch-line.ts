import { cursorLine } from '../screen/index.js';
import type { Delivery } from './delivery.js';
import { type EnterOutcome, lookOrEnd, type Press } from './enter-outcome.js';
import type { PaneEnd } from './pane-end.js';
import type { PaneTalk } from './pane-talk.js';
import { findReader, readerNow, type TerminalReader } from './terminal-reader.js';
import { squeeze } from './text-match.js';

/** A program that waits for a line has read it within this time, also on a busy machine. */
const READ_MS = 3_000;
const FIRST_PAUSE_MS = 4;
const LONGEST_PAUSE_MS = 80;
/** A program that has read the line and crashes on it ends within this time. */
const LIVES_MS = 40;

/**
 * Watches a program that reads lines. The terminal shows what is typed and begins a new line at Enter, whether anybody
 * reads it or not: so the screen proves nothing. What does is that the program waited for a line, has run since, and left
 * nothing unread.
 */
export async function watchLine(
  talk: PaneTalk,
  delivery: Delivery,
  reader: TerminalReader,
  press: Press,
  end: PaneEnd,
): Promise<EnterOutcome> {
  const until = performance.now() + READ_MS;
  let readAt: number | undefined;
  let unread: number | undefined;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    const now = await readerNow(talk, reader);
    if (now && !now.alive) return hasEnded(delivery, reader, end);
    unread = now?.unread;
    const ran = now !== undefined && now.timeslices > reader.before.timeslices;
    const isRead = ran && (unread === undefined ? await readsAgain(talk, reader) : unread === 0);
    if (isRead) {
      readAt ??= performance.now();
      if (performance.now() - readAt >= LIVES_MS) return hasRead(talk, delivery, reader, press);
    }
    if (!isRead && performance.now() >= until) break;
    await talk.wait(isRead ? LIVES_MS : pauseMs);
  }
  delivery.add('kernel', notRead(reader, unread));
  return { why: 'unclear' };
}

/** A program that waits for the next line has read the one before. */
async function readsAgain(talk: PaneTalk, reader: TerminalReader): Promise<boolean> {
  const now = await findReader(talk).catch(() => 'unknown' as const);
  return typeof now !== 'string' && now.pid === reader.pid && now.takesLines;
}

async function hasRead(
  talk: PaneTalk,
  delivery: Delivery,
  { name, pid }: TerminalReader,
  press: Press,
): Promise<EnterOutcome> {
  const now = await lookOrEnd(talk);
  const longer = now === 'closed' ? undefined : longerLine(delivery, press, now.screen.lines);
  if (longer !== undefined) {
    const shown = delivery.isSecret ? '' : `: '${longer.trim()}'`;
    delivery.add('screen', `the line has more in it than was sent${shown}`);
    return { why: 'mixed' };
  }
  delivery.add('kernel', `${name} (${pid}) waited for a line, and has read all that the terminal had for it`);
  return { status: 'submitted' };
}

/** The terminal shows the line as it was read: a person may have typed into it at the last moment. */
function longerLine(delivery: Delivery, press: Press, lines: readonly string[]): string | undefined {
  if (!delivery.echo || delivery.text.includes('\n')) return undefined;
  const shown = squeeze(cursorLine(press.before.screen));
  const same = lines.filter((line) => squeeze(line).startsWith(shown));
  if (same.length === 0 || same.some((line) => squeeze(line) === shown)) return undefined;
  return same.at(-1);
}

async function hasEnded(delivery: Delivery, reader: TerminalReader, end: PaneEnd): Promise<EnterOutcome> {
  const { name, pid } = reader;
  const status = await end.status();
  if (status?.code === 0 && reader.isPaneProcess) {
    delivery.add('kernel', `${name} (${pid}) waited for a line, and ended with exit status 0 after Enter`);
    return { status: 'submitted' };
  }
  delivery.add('kernel', `${name} (${pid}) ended after Enter${status ? ` with ${status.words}` : ''}`);
  return { why: 'gone' };
}

function notRead({ name, pid }: TerminalReader, unread: number | undefined): string {
  if (unread !== undefined && unread > 0)
    return `the terminal keeps ${unread} bytes that ${name} (${pid}) has not read`;
  return `nothing shows that ${name} (${pid}) has read the line`;
}
