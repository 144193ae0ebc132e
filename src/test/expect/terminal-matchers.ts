import type { LocatorSource } from '../locators/locator.js';
import { type StyleQuery, shownStyle } from '../locators/style-query.js';
import { matchScreen, type ScreenSnapshotOptions } from '../snapshots/match-screen.js';
import {
  type Condition,
  containsText,
  hasExited,
  hasStyle,
  hasText,
  hasTitle,
  isVisible,
  isWaiting,
  matchesTree,
  shownPattern,
  type TextMatcherOptions,
  type WaitingKind,
} from './conditions.js';
import {
  type MatcherContext,
  type MatcherResult,
  runMatcher,
  targetOf,
  type WaitingOptions,
} from './run-matcher.js';
import { type StayHiddenOptions, staysHidden } from './stays-hidden.js';
import { passes } from './to-pass.js';

export type TextOptions = TextMatcherOptions & WaitingOptions;

/** What can be expected of a terminal or a locator. All wait, by events. */
export interface TerminalMatchers<R = Promise<void>> {
  /** The one match, or the whole screen, has exactly this text without the blanks around it, or fits. */
  toHaveText(expected: string | RegExp, options?: TextOptions): R;
  /** The one match, or the screen, has this text in it. */
  toContainText(expected: string | RegExp, options?: TextOptions): R;
  /** There is exactly one match. */
  toBeVisible(options?: TextOptions): R;
  /** All text of the one match looks so. */
  toHaveStyle(style: StyleQuery, options?: WaitingOptions): R;
  /** The program waits for input: for a `line`, a `password` (a line that is not shown) or a `key`. */
  toBeWaiting(options?: { readonly kind?: WaitingKind } & WaitingOptions): R;
  /** The program has ended; 128 + n where signal n ended it. */
  toHaveExited(options?: { readonly code?: number } & WaitingOptions): R;
  /** The program has given its terminal this title. */
  toHaveTitle(expected: string | RegExp, options?: WaitingOptions): R;
  /** There is never a match while something is done, and until the program waits again or has ended. */
  toStayHidden(options: StayHiddenOptions): R;
  /** The screen, once it has settled, is as in a file: text, styles, size and cursor. */
  toMatchScreen(options?: ScreenSnapshotOptions): R;
  /** The screen has these elements, in this order; what stands between them may be left out. */
  toMatchTree(expected: string, options?: WaitingOptions): R;
  /** A function succeeds: it is tried again when a terminal has changed. */
  toPass(options?: WaitingOptions): R;
}

/** A matcher as `expect.extend` of Vitest and Jest takes it. */
export type RawMatcher = (
  this: MatcherContext,
  received: unknown,
  // biome-ignore lint/suspicious/noExplicitAny: each matcher has its own arguments.
  ...args: any[]
) => Promise<MatcherResult>;

/** The matchers that come with the kit. */
export const builtInMatchers = {
  toHaveText(received, expected: string | RegExp, options: TextOptions = {}) {
    const condition = (target: LocatorSource): Condition => hasText(target, expected, options);
    return run(this, 'toHaveText', received, condition, options, shownPattern(expected));
  },
  toContainText(received, expected: string | RegExp, options: TextOptions = {}) {
    const condition = (target: LocatorSource): Condition => containsText(target, expected, options);
    return run(this, 'toContainText', received, condition, options, shownPattern(expected));
  },
  toBeVisible(received, options: TextOptions = {}) {
    return run(this, 'toBeVisible', received, (target) => isVisible(target, options), options);
  },
  toHaveStyle(received, style: StyleQuery, options: WaitingOptions = {}) {
    return run(
      this,
      'toHaveStyle',
      received,
      (target) => hasStyle(target, style),
      options,
      shownStyle(style),
    );
  },
  toBeWaiting(received, options: { readonly kind?: WaitingKind } & WaitingOptions = {}) {
    return run(this, 'toBeWaiting', received, () => isWaiting(options.kind), options, options.kind);
  },
  toHaveExited(received, options: { readonly code?: number } & WaitingOptions = {}) {
    const detail = options.code === undefined ? '' : `code ${options.code}`;
    return run(this, 'toHaveExited', received, () => hasExited(options.code), options, detail);
  },
  toHaveTitle(received, expected: string | RegExp, options: WaitingOptions = {}) {
    return run(this, 'toHaveTitle', received, () => hasTitle(expected), options, shownPattern(expected));
  },
  toStayHidden(received, options: StayHiddenOptions) {
    return staysHidden(this, targetOf('toStayHidden', received), options);
  },
  toMatchScreen(received, options: ScreenSnapshotOptions = {}) {
    return matchScreen(this, targetOf('toMatchScreen', received), options);
  },
  toMatchTree(received, expected: string, options: WaitingOptions = {}) {
    return run(this, 'toMatchTree', received, (target) => matchesTree(target, expected), options);
  },
  toPass(received, options: WaitingOptions = {}) {
    return passes(this, received, options);
  },
} satisfies Record<string, RawMatcher> & Record<keyof TerminalMatchers, RawMatcher>;

async function run(
  context: MatcherContext,
  name: string,
  received: unknown,
  condition: (target: LocatorSource) => Condition,
  options: WaitingOptions,
  detail = '',
): Promise<MatcherResult> {
  const target = targetOf(name, received);
  return runMatcher(context, { name, target, condition: condition(target), options, detail });
}

/** What a look of an own matcher has found. */
export interface OwnFinding {
  readonly pass: boolean;
  readonly expected?: string;
  readonly received?: string;
}

/** A matcher of a test: it is asked again whenever the terminal has changed. */
export type OwnMatcher = (
  // biome-ignore lint/suspicious/noExplicitAny: a terminal or a locator, and the arguments of the matcher.
  received: any,
  // biome-ignore lint/suspicious/noExplicitAny: the same.
  ...args: any[]
) => OwnFinding | Promise<OwnFinding>;

/**
 * Makes matchers of your own wait as those of the kit do, for `expect.extend`.
 *
 * @example
 * expect.extend(terminalMatchers({
 *   async toHaveMode(terminal, mode) {
 *     const text = await terminal.text();
 *     return { pass: text.includes(`-- ${mode} --`), expected: mode, received: text };
 *   },
 * }));
 */
export function terminalMatchers<Own extends Record<string, OwnMatcher>>(
  own: Own,
): Record<keyof Own, RawMatcher> {
  const entries = Object.entries(own).map(([name, look]) => [name, waiting(name, look)] as const);
  return Object.fromEntries(entries) as Record<keyof Own, RawMatcher>;
}

function waiting(name: string, look: OwnMatcher): RawMatcher {
  return async function (this: MatcherContext, received: unknown, ...args: unknown[]) {
    const target = targetOf(name, received);
    const check: Condition['check'] = async () => {
      const { pass, expected = name, received: seen = String(pass) } = await look(received, ...args);
      return { pass, expected, received: seen };
    };
    return runMatcher(this, { name, target, condition: { check }, options: {}, detail: '' });
  };
}
