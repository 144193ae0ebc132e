import { MuxError } from '../../model/index.js';
import { matchTree, parseTreeText, screenText, treeText } from '../../screen/index.js';
import { treeOf } from '../locators/by-role.js';
import { checkPattern } from '../locators/by-text.js';
import type { LocatorSource } from '../locators/locator.js';
import { matchesText } from '../locators/matches-text.js';
import type { Match, ScreenGrid } from '../locators/screen-grid.js';
import { type StyleQuery, shownStyle, styleTest, styleWords } from '../locators/style-query.js';
import type { Check, Finding, Look } from '../terminal/wait-until.js';
import { testDefaults } from '../test-defaults.js';

/** How a matcher that looks at text looks. */
export interface TextMatcherOptions {
  /** Only what was painted since the last action counts. @default false */
  readonly new?: boolean;
  /** Also what has scrolled off the screen counts. @default false */
  readonly full?: boolean;
}

/** What a matcher waits for. */
export interface Condition {
  readonly check: Check;
  readonly needsKernel?: boolean;
}

/** What a program may wait for, as the kernel tells. */
export type WaitingKind = 'line' | 'password' | 'key';

/** The text of the one match, or of the screen, is this, or fits. */
export function hasText(
  target: LocatorSource,
  expected: string | RegExp,
  options: TextMatcherOptions,
): Condition {
  const equals = (text: string): boolean =>
    typeof expected === 'string' ? text.trim() === expected.trim() : fits(expected, text);
  return ofText(target, equals, shownPattern(expected), options);
}

/** The text of the one match, or of the screen, has this in it. */
export function containsText(
  target: LocatorSource,
  expected: string | RegExp,
  options: TextMatcherOptions,
): Condition {
  checkPattern('toContainText', expected);
  const contains = (text: string): boolean =>
    typeof expected === 'string' ? text.includes(expected) : fits(expected, text);
  return ofText(target, contains, `text with ${shownPattern(expected)}`, options);
}

/** There is one match. */
export function isVisible(target: LocatorSource, options: TextMatcherOptions): Condition {
  return ofOne(
    target,
    options,
    'visible',
    (grid, match) => ({ pass: true, received: shown(target, grid, match) }),
    true,
  );
}

/** All of the text of the one match looks so. */
export function hasStyle(target: LocatorSource, style: StyleQuery): Condition {
  const fitsStyle = styleTest('toHaveStyle', style);
  return ofOne(target, {}, shownStyle(style), (grid, match) => {
    const cells = match.place.flatMap((span) => grid.cells(span)).filter(({ text }) => text.trim() !== '');
    const styles = new Set(cells.map((cell) => styleWords(cell.style) || 'plain'));
    return {
      pass: cells.length > 0 && cells.every((cell) => fitsStyle(cell.style)),
      received: [...styles].join(', '),
    };
  });
}

/** The program waits for input, as the kernel says. */
export function isWaiting(kind: WaitingKind | undefined): Condition {
  const expected = `a program that waits for ${kind ? `a ${kind}` : 'input'}`;
  return {
    needsKernel: true,
    check: ({ kernel, exit }) => {
      if (exit || !kernel) return { pass: false, expected, received: 'the program has ended' };
      const isSo =
        kernel.state === 'waiting' && kernel.steady && (kind === undefined || kernel.kind === kind);
      const received =
        kernel.state === 'waiting' ? `waits for a ${kernel.kind ?? 'key or line'}` : kernel.state;
      const undecided = kernel.state === 'unknown' || !kernel.steady;
      return {
        pass: isSo,
        undecided: undecided && !isSo,
        expected,
        received: `${received}: ${kernel.reason}`,
      };
    },
  };
}

/** The program has ended, with this code. */
export function hasExited(code: number | undefined): Condition {
  const expected = code === undefined ? 'a program that has ended' : `exit code ${code}`;
  return {
    check: ({ exit }) => {
      if (!exit) return { pass: false, expected, received: 'the program runs' };
      const received = exit.code === undefined ? 'its pane was closed' : `exit code ${exit.code}`;
      return { pass: code === undefined || exit.code === code, expected, received };
    },
  };
}

/** The terminal has this title, or one that fits. */
export function hasTitle(expected: string | RegExp): Condition {
  return {
    check: ({ screen: { title } }) => ({
      pass: typeof expected === 'string' ? title === expected : fits(expected, title),
      expected: `title ${shownPattern(expected)}`,
      received: JSON.stringify(title),
    }),
  };
}

/** The screen has these elements, in this order. */
export function matchesTree(target: LocatorSource, expected: string): Condition {
  parseTreeText(expected);
  return {
    check: ({ screen }) => {
      const tree = treeOf(target.state.grid(screen));
      const { matches, difference } = matchTree(tree, expected);
      return { pass: matches, expected, received: target.state.hidden.text(difference || treeText(tree)) };
    },
  };
}

/** As a message shows it. */
export function shownPattern(pattern: string | RegExp): string {
  return typeof pattern === 'string' ? JSON.stringify(pattern) : String(pattern);
}

function ofText(
  target: LocatorSource,
  test: (text: string) => boolean,
  expected: string,
  options: TextMatcherOptions,
): Condition {
  return ofOne(target, options, expected, (grid, match) => {
    const text = isWhole(target) ? screenText(grid.screen) : grid.text(match.place);
    return { pass: test(text), received: JSON.stringify(target.state.hidden.text(text)) };
  });
}

type Judge = (grid: ScreenGrid, match: Match) => Pick<Finding, 'pass' | 'received'>;

/** @param isPresence whether the opposite is that there is none at all; of other conditions it is that one does not fit */
function ofOne(
  target: LocatorSource,
  options: TextMatcherOptions,
  expected: string,
  judge: Judge,
  isPresence = false,
): Condition {
  const query = options.new ? target.query.painted() : target.query;
  const check = async ({ screen }: Look): Promise<Finding> => {
    const grid = options.full ? await target.state.gridWithHistory(screen) : target.state.grid(screen);
    const { matches, stages, nearest } = query.locate(grid);
    const located = {
      stages: stages.length > 0 ? stages : undefined,
      nearest,
      marks: marksOf(matches, screen.height),
    };
    const [match] = matches;
    if (match && matches.length === 1) return { ...judge(grid, match), expected, ...located };
    const received = matches.length === 0 ? 'nothing' : matchesText(target.state, grid, matches);
    const undecided = !isPresence || matches.length > 1;
    return { pass: false, undecided, expected, received, ...located };
  };
  return { check };
}

function marksOf(matches: readonly Match[], height: number): Match['place'][] {
  return matches.filter(({ place }) => place.length < height).map(({ place }) => place);
}

function shown(target: LocatorSource, grid: ScreenGrid, { place }: Match): string {
  return JSON.stringify(target.state.hidden.text(grid.text(place)));
}

function isWhole(target: LocatorSource): boolean {
  return target.query.description === 'the screen';
}

function fits(pattern: RegExp, text: string): boolean {
  return new RegExp(pattern, pattern.flags.replace(/[gy]/g, '')).test(text);
}

/** Refuses a number of milliseconds that is none. */
export function checkTimeout(timeout: number | undefined): number {
  const ms = timeout ?? testDefaults.timeoutMs;
  if (Number.isFinite(ms) && ms >= 0) return ms;
  throw new MuxError('INVALID_ARGUMENT', `${ms} is not a valid timeout.`, {
    suggestion: 'Give milliseconds, from 0; 0 looks once.',
  });
}
