import { MuxError } from '../../model/index.js';
import { LocatorSource } from '../locators/locator.js';
import { sourceLine } from '../source-line.js';
import { currentSteps } from '../steps.js';
import { type WaitResult, waitUntil } from '../terminal/wait-until.js';
import { type Condition, checkTimeout } from './conditions.js';
import { failureReport } from './failure-report.js';

export interface WaitingOptions {
  /**
   * Milliseconds to wait; 0 looks once.
   * @default that of the terminal, 5000
   */
  readonly timeout?: number;
  /**
   * Milliseconds after which it fails because nothing can change any more; 0: only its time ends it.
   * @default that of the terminal, 500
   */
  readonly patience?: number;
}

/** What a runner gives a matcher, of which only the first is certain. */
export interface MatcherContext {
  readonly isNot?: boolean;
  readonly testPath?: string | undefined;
  readonly currentTestName?: string | undefined;
  readonly snapshotState?: unknown;
}

/** In the form of Jest, which Vitest shares. */
export interface MatcherResult {
  readonly pass: boolean;
  message(): string;
}

export interface MatcherCall {
  readonly name: string;
  readonly target: LocatorSource;
  readonly condition: Condition;
  readonly options: WaitingOptions;
  /** How its arguments read. */
  readonly detail: string;
}

/** Waits until a condition holds, or with `.not` until it does not, and tells why it did not come to that. */
export async function runMatcher(context: MatcherContext, call: MatcherCall): Promise<MatcherResult> {
  const { name, target, condition, options, detail } = call;
  const { isNot = false } = context;
  const { state } = target;
  const source = sourceLine();
  if (options.timeout !== undefined) checkTimeout(options.timeout);
  const shownName = isNot ? `not.${name}` : name;
  const kind = 'expectation';
  const entry = state.record.begin({ kind, name: shownName, detail, source, steps: currentSteps() });
  state.trace?.looksFor(entry, target.query);
  const result = await waitUntil(state, condition.check, {
    isNot,
    entry,
    needsKernel: condition.needsKernel ?? false,
    timeoutMs: options.timeout,
    patienceMs: options.patience,
  });
  entry.looks = result.looks;
  const report = (): string => failureReport(state, { name, isNot, source }, result);
  state.record.end(entry, result.end, result.end === 'passed' ? undefined : report());
  return toResult(isNot, result, report);
}

function toResult(isNot: boolean, { end }: WaitResult, report: () => string): MatcherResult {
  const isMet = end === 'passed';
  // With `.not` a runner takes a pass for a failure.
  return { pass: isMet !== isNot, message: report };
}

/** The terminal or locator that an expectation is about. */
export function targetOf(name: string, received: unknown): LocatorSource {
  if (received instanceof LocatorSource) return received;
  throw new MuxError(
    'INVALID_ARGUMENT',
    `${name} expects a terminal or a locator, and was given ${typeof received}.`,
    {
      suggestion: 'Give a terminal, or a locator such as terminal.getByText(…).',
    },
  );
}
