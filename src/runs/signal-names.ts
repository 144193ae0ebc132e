import { constants } from 'node:os';

/** `SIGTERM` for the exit code 143; `undefined` for a code that no signal gives. */
export function signalOfCode(code: number): string | undefined {
  return code > 128 ? names.get(code - 128) : undefined;
}

/**
 * Numbers as Linux has them, which is also where they differ least: 1, 2, 3, 6, 9, 13, 14 and 15 are the same everywhere.
 * Of a signal with two names the first is the usual one (SIGABRT, and then SIGIOT): the last entry of a map counts.
 */
const names = new Map(
  Object.entries(constants.signals)
    .reverse()
    .map(([name, number]) => [number, name]),
);
