import { readerState } from '../hosts/index.js';
import { callOf, MuxError, phrase } from '../model/index.js';
import { isLineKind } from '../screen/index.js';
import { bridgeDefaults } from './bridge-options.js';
import type { Delivery } from './delivery.js';
import type { Look, PaneView } from './pane-view.js';
import { withoutDialog } from './send-safely.js';
import { findReader, type TerminalReader } from './terminal-reader.js';

/** The kernel tells nobody when a program begins to read: it is asked again after ever longer pauses. */
const FIRST_PAUSE_MS = 10;
const LONGEST_PAUSE_MS = 160;

/**
 * Waits until a program reads text, where only the kernel can tell. A terminal by itself echoes input, and starts
 * the next line at Enter: so a prompt does not prove that a program reads, and without an input box keys could
 * mean anything. Fails with `INPUT_NOT_FOUND`, and then nothing was sent.
 */
export async function waitForReader(view: PaneView, delivery: Delivery, first: Look): Promise<Look> {
  const until = performance.now() + bridgeDefaults.readerWaitMs;
  let look = first;
  for (let pauseMs = FIRST_PAUSE_MS; isLine(view, look); pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    const reader = await findReader(view);
    if (typeof reader !== 'string' && (reader.takesLines || look.agent.input)) {
      checkLines(reader, delivery.text, view.pane.id);
      delivery.reader = reader;
      return look;
    }
    if (reader === 'unknown' && look.agent.input) {
      delivery.mayBeTerminalsEcho = await mayEcho(view);
      return look;
    }
    if (performance.now() >= until) throw notFound(view, look, reader);
    await view.wait(pauseMs);
    look = await withoutDialog(view, await view.look());
  }
  return look;
}

/** Whether the screen shows no box: a prompt at most, which anybody can print. */
function isLine({ profile }: PaneView, { agent: { input, found } }: Look): boolean {
  if (profile.name !== 'generic') return false;
  return !input || isLineKind(found);
}

/** A terminal that hands over single keys shows nothing by itself. */
async function mayEcho({ pane, host, deadline }: PaneView): Promise<boolean> {
  const { pid, tty } = await deadline.race(pane.info());
  const state = await deadline.race(readerState(host, pid, [tty])).catch(() => undefined);
  if (deadline.error) throw deadline.error;
  return state?.canonical !== false;
}

/** The most that a terminal keeps of a line for a program that reads whole lines; the rest would be lost. */
const LONGEST_LINE = 4_095;

function checkLines({ takesLines, name }: TerminalReader, text: string, pane: string): void {
  const longest = text.split('\n').reduce((most, line) => Math.max(most, Buffer.byteLength(line)), 0);
  if (!takesLines || longest < LONGEST_LINE) return;
  throw new MuxError(
    'TEXT_TOO_LONG',
    `${name} in pane ${pane} reads lines of ${LONGEST_LINE} bytes at most, and one has ${longest}.`,
    { suggestion: 'Write the text into a file on its host, and send the path.' },
  );
}

function notFound({ pane }: PaneView, { agent }: Look, reader: TerminalReader | string): MuxError {
  const seen = agent.input ? 'shows a prompt' : 'shows no input field';
  const why = { nobody: 'no program reads the terminal', unknown: 'its reader is not known' };
  const read = typeof reader === 'string' ? why[reader as keyof typeof why] : 'its program takes single keys';
  return new MuxError('INPUT_NOT_FOUND', `The screen of pane ${pane.id} ${seen}, and ${read}.`, {
    suggestion: phrase`Look at the screen: the program may be at work, or take keys, which ${callOf('pane.keys', { target: pane.id }, 'sendKeys()')} presses.`,
    details: { reader: typeof reader === 'string' ? reader : reader.name },
  });
}
