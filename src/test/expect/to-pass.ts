import { durationText, MuxError } from '../../model/index.js';
import { within } from '../steps.js';
import { openTerminals } from '../terminal/open-terminals.js';
import { testDefaults } from '../test-defaults.js';
import { checkTimeout } from './conditions.js';
import type { MatcherContext, MatcherResult, WaitingOptions } from './run-matcher.js';

/**
 * Tries a function until it succeeds: again when a terminal has changed since the try began, and after ever longer times,
 * because it may look at other things than terminals.
 */
export async function passes(
  { isNot = false }: MatcherContext,
  received: unknown,
  options: WaitingOptions,
): Promise<MatcherResult> {
  if (typeof received !== 'function' || isNot) {
    throw new MuxError('INVALID_ARGUMENT', isNot ? 'toPass has no opposite.' : 'toPass expects a function.', {
      suggestion: 'Write expect(async () => { … }).toPass().',
    });
  }
  const endsAt = performance.now() + checkTimeout(options.timeout);
  for (let tries = 1; ; tries++) {
    const seen = openTerminals.changes();
    try {
      await within({ name: 'toPass', isBlock: true }, () => received());
      return { pass: true, message: () => '' };
    } catch (error) {
      const leftMs = endsAt - performance.now();
      if (leftMs <= 0) return { pass: false, message: () => failure(tries, options, error) };
      const { silencesMs } = testDefaults;
      const pauseMs = silencesMs[Math.min(tries, silencesMs.length - 1)] ?? 0;
      await openTerminals.next(seen, Math.min(pauseMs, leftMs));
    }
  }
}

function failure(
  tries: number,
  { timeout = testDefaults.timeoutMs }: WaitingOptions,
  error: unknown,
): string {
  const last = error instanceof Error ? error.message : String(error);
  return `toPass failed after ${durationText(timeout)} and ${tries} tries. The last one:\n${last}`;
}
