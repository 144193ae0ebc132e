import { MuxError } from '../../model/index.js';
import { LocatorSource } from '../locators/locator.js';
import type { MatcherContext } from './run-matcher.js';
import { builtInMatchers, type RawMatcher, type TerminalMatchers } from './terminal-matchers.js';

/** Matchers of your own, for the types: extend this interface where you call `expect.extend`. */
export interface OwnMatchers<R = Promise<void>> {
  /** @internal */
  readonly _?: R;
}

export type Expectation = TerminalMatchers & OwnMatchers & { readonly not: TerminalMatchers & OwnMatchers };

export interface Expect {
  /**
   * What is to be expected of a terminal, a locator, or with `toPass` of a function. A failure rejects with
   * `EXPECTATION_FAILED`.
   */
  (received: unknown): Expectation;
  /** The same, but a failure is told when the terminal is closed, and the test continues. */
  soft(received: LocatorSource): Expectation;
  /** Adds matchers, e.g. those of `terminalMatchers`. */
  extend(matchers: Readonly<Record<string, RawMatcher>>): void;
}

/** An `expect` for runners that have none which takes matchers. */
export function createExpect(context: Omit<MatcherContext, 'isNot'> = {}): Expect {
  const known: Record<string, RawMatcher> = { ...builtInMatchers };
  const expectation = (received: unknown, failed: (error: Error) => void): Expectation => {
    const bound = (isNot: boolean): TerminalMatchers & OwnMatchers =>
      Object.fromEntries(
        Object.entries(known).map(([name, matcher]) => [
          name,
          async (...args: unknown[]) => {
            const { pass, message } = await matcher.call({ ...context, isNot }, received, ...args);
            if (pass === isNot) failed(new MuxError('EXPECTATION_FAILED', message()));
          },
        ]),
      ) as unknown as TerminalMatchers & OwnMatchers;
    return { ...bound(false), not: bound(true) };
  };
  const hard = (received: unknown): Expectation =>
    expectation(received, (error) => {
      throw error;
    });
  return Object.assign(hard, {
    soft: (received: LocatorSource) => {
      if (!(received instanceof LocatorSource)) {
        throw new MuxError('INVALID_ARGUMENT', 'expect.soft expects a terminal or a locator.');
      }
      return expectation(received, (error) => received.state.softFailures.push(error));
    },
    extend: (matchers: Readonly<Record<string, RawMatcher>>) => void Object.assign(known, matchers),
  });
}

/** For a plain script, or a runner without fixtures. */
export const expect: Expect = createExpect();
