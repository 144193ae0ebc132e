import { MuxError } from '../../model/index.js';
import type { StyledScreen } from '../../screen/index.js';
import { cellsOf } from '../../vt/index.js';
import { failureReport } from '../expect/failure-report.js';
import { byText } from '../locators/by-text.js';
import { LocatorQuery } from '../locators/locator-query.js';
import { type Secret, textOf } from '../secret.js';
import type { ActionEntry } from '../terminal/action-record.js';
import { changedRows } from '../terminal/new-cells.js';
import type { TerminalState } from '../terminal/terminal-state.js';
import { waitUntil } from '../terminal/wait-until.js';

export interface EchoOptions {
  readonly text: string | Secret;
  readonly source: string | undefined;
  readonly timeout?: number;
  /** What has typed it, in the record. */
  readonly entry: ActionEntry;
}

/**
 * Waits until what was typed is seen in front of the cursor, or where it was not before; of a secret, which a program may
 * show as stars or not at all, until the program has shown something or waits again. Whether anything was seen.
 */
export async function waitForEcho(
  state: TerminalState,
  { text, source, timeout, entry }: EchoOptions,
): Promise<boolean> {
  const isSecret = typeof text !== 'string';
  const { value, shown } = textOf(text);
  const wanted = value.split(/[\r\n]/).findLast((line) => line.trim() !== '') ?? '';
  const result = await waitUntil(
    state,
    (look) => {
      const seen = isSecret ? hasPainted(state, look.screen) : isShown(state, look.screen, wanted);
      const isQuiet = isSecret && look.kernel?.state === 'waiting' && look.kernel.steady;
      const received = seen ? 'shown' : 'not shown';
      return {
        pass: seen || isQuiet || look.exit !== undefined,
        expected: `${shown} on the screen`,
        received,
      };
    },
    { timeoutMs: timeout, needsKernel: isSecret, entry },
  );
  if (result.end === 'passed') {
    state.record.end(entry, 'done');
    return result.finding.received === 'shown';
  }
  const report = failureReport(state, { name: `fill ${shown}`, source }, result);
  state.record.end(entry, 'SEND_UNCONFIRMED', report);
  throw new MuxError('SEND_UNCONFIRMED', report, {
    suggestion:
      'The text was typed and Enter was not pressed. For a program that shows nothing, use type and press.',
  });
}

function hasPainted({ screenAtAction }: TerminalState, screen: StyledScreen): boolean {
  return screenAtAction !== undefined && changedRows(screenAtAction, screen) > 0;
}

function isShown(state: TerminalState, screen: StyledScreen, text: string): boolean {
  // A long text may scroll in a narrow field: its end is what has to be there.
  const end = text.trimEnd().slice(-Math.max(1, Math.floor(screen.width / 4)));
  if (end === '') return true;
  if (textBefore(screen).trimEnd().endsWith(end)) return true;
  return new LocatorQuery().narrow(byText(end)).painted().locate(state.grid(screen)).matches.length > 0;
}

/** The line of the cursor, up to the cursor. */
export function textBefore({ styledRows, lineOfRow, cursor }: StyledScreen): string {
  const line = lineOfRow[cursor.y];
  return styledRows
    .slice(0, cursor.y + 1)
    .flatMap((row, at) => (lineOfRow[at] === line ? cellsOf(row).map((cell) => ({ ...cell, at })) : []))
    .filter(({ at, column }) => at < cursor.y || column < cursor.x)
    .map(({ text }) => text)
    .join('');
}
