import { setTimeout as delay } from 'node:timers/promises';
import {
  judgeTerminal,
  probeTerminal,
  sameActivity,
  type TerminalFacts,
  type TerminalVerdict,
} from '../hosts/index.js';
import type { Screen, StyledScreen } from '../screen/index.js';
import { runDefaults } from './run-options.js';
import type { RunPlace } from './run-place.js';
import { screenOf } from './screen-of.js';

/** What the kernel says of a pane's program, and what its screen showed while it said so. */
export interface Moment {
  readonly verdict: TerminalVerdict;
  readonly screen: StyledScreen | undefined;
  /** Whether nothing was printed meanwhile. */
  readonly still: boolean;
}

/**
 * Reads kernel and screen so that they describe the same moment. Between two looks of the kernel that agree the program
 * must not have run, and between two of the screen nothing may have been printed: tmux reads what a program has printed
 * a little later than it was printed, but before it answers a second time. A program that never stands still is read a
 * few times, and then nothing about it is certain.
 *
 * @param quietMs for how long nothing was printed, where that is known
 */
export async function readMoment(
  place: Pick<RunPlace, 'tmux' | 'pane'>,
  pid: number,
  quietMs = 0,
): Promise<Moment> {
  const { host } = place.tmux;
  let before = await probeTerminal(host, pid, { quietMs });
  let shown = await screenOf(place);
  for (let attempt = 1; ; attempt++) {
    const first = judgeTerminal(before);
    await delay(first.state === 'waiting' ? runDefaults.sampleMs : BUSY_SAMPLE_MS);
    const after = await probeTerminal(host, pid, { all: before.whole, quietMs });
    const screen = await screenOf(place);
    const verdict = judgeTerminal(after);
    const still = isSameScreen(shown, screen);
    if (isSettled(first, verdict, before, after) && still) return { verdict, screen, still };
    if (attempt === ATTEMPTS) return { verdict: unsettled(first, verdict), screen, still };
    before = after;
    shown = screen;
  }
}

/** A program that works runs all the time; one that waits does not. */
function isSettled(
  first: TerminalVerdict,
  second: TerminalVerdict,
  before: TerminalFacts,
  after: TerminalFacts,
): boolean {
  return first.state === second.state && (second.state !== 'waiting' || sameActivity(before, after));
}

/** It moves and looks the same again, or not: a refreshing display, a timer, or a person who types. */
function unsettled(first: TerminalVerdict, last: TerminalVerdict): TerminalVerdict {
  const verdict = last.state === 'running' && first.state === 'waiting' ? first : last;
  return { ...verdict, confidence: verdict.confidence === 'certain' ? 'likely' : verdict.confidence };
}

export function isSameScreen(before: Screen | undefined, after: Screen | undefined): boolean {
  if (!before || !after) return before === after;
  const { x, y } = before.cursor;
  if (x !== after.cursor.x || y !== after.cursor.y || before.historySize !== after.historySize) return false;
  return before.rows.every((row, at) => row === after.rows[at]);
}

const ATTEMPTS = 3;
/** Long enough for a program that waits, and is caught while it wakes up for a moment. */
const BUSY_SAMPLE_MS = 5;
