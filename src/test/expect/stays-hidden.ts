import type { LocatorSource } from '../locators/locator.js';
import { matchesText } from '../locators/matches-text.js';
import { sourceLine } from '../source-line.js';
import { currentSteps } from '../steps.js';
import { type Check, waitUntil } from '../terminal/wait-until.js';
import { failureReport } from './failure-report.js';
import type { MatcherContext, MatcherResult, WaitingOptions } from './run-matcher.js';
import { isSettled } from './settled.js';

export interface StayHiddenOptions extends WaitingOptions {
  /** What is done meanwhile. */
  readonly while: () => unknown;
}

/** Looks while something is done, and then until the program waits or has ended: there must never be a match. */
export async function staysHidden(
  { isNot = false }: MatcherContext,
  target: LocatorSource,
  options: StayHiddenOptions,
): Promise<MatcherResult> {
  const { state, query } = target;
  const source = sourceLine();
  const entry = state.record.begin({
    kind: 'expectation',
    name: 'toStayHidden',
    detail: '',
    source,
    steps: currentSteps(),
  });
  state.trace?.looksFor(entry, query);
  let isDone = false;
  const check: Check = (look) => {
    const grid = state.grid(look.screen);
    const { matches, stages } = query.locate(grid);
    const marks = matches.map(({ place }) => place);
    const received = matches.length > 0 ? matchesText(state, grid, matches) : 'nothing so far, and no rest';
    const found = { expected: 'never a match', received, stages, marks };
    // A match ends it like a pass, because what has been seen cannot be unseen.
    return { ...found, pass: matches.length > 0 || (isDone && isSettled(look)) };
  };
  const watching = waitUntil(state, check, {
    timeoutMs: options.timeout,
    patienceMs: 0,
    needsKernel: true,
    entry,
  });
  try {
    await options.while();
  } finally {
    isDone = true;
  }
  const result = await watching;
  const seen = (result.finding.marks?.length ?? 0) > 0;
  const pass = result.end === 'passed' || result.end === 'ended' ? !seen : false;
  const report = (): string =>
    failureReport(
      state,
      { name: 'toStayHidden', isNot, source },
      seen ? { ...result, end: 'hopeless', finding: { ...result.finding, hopeless: 'it was seen' } } : result,
    );
  entry.looks = result.looks;
  if (pass !== isNot) state.record.end(entry, 'passed');
  else state.record.end(entry, seen ? 'seen' : result.end, report());
  return { pass, message: report };
}
