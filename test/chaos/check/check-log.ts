import { GAP_LINE } from '../../../src/recorder/recorder-limits.js';

export interface LogRules {
  /** Whether parts may be missing, each with a line that says so. */
  readonly gaps: boolean;
  /** Whether the end may be missing, also from the midst of a line on. */
  readonly cut: boolean;
}

/** What is wrong with a log, by the lines that it should have; `undefined` where nothing is. */
export function checkLog(
  expected: readonly string[],
  log: readonly string[],
  { gaps, cut }: LogRules,
): string | undefined {
  const parts = splitAtGaps(cut ? withoutHalfLine(expected, log) : log);
  if (parts.length > 1 && !gaps) return `has ${parts.length - 1} gaps though no recorder was killed`;
  let at = 0;
  for (const [number, part] of parts.entries()) {
    const found = number === 0 ? startsAt(expected, part, 0) : findPart(expected, part, at);
    if (found === undefined) return describeDifference(expected, part, at, number);
    at = found + part.length;
  }
  const lastIsOpen = parts.at(-1)?.length === 0 && parts.length > 1;
  if (at < expected.length && !cut && !lastIsOpen) {
    return `ends after line ${at} of ${expected.length}: ${shown(expected[at])} is missing`;
  }
  return undefined;
}

/** A program that was ended in the midst of a line leaves its beginning. */
function withoutHalfLine(expected: readonly string[], log: readonly string[]): readonly string[] {
  const last = log.at(-1);
  if (last === undefined || expected.includes(last)) return log;
  // Lines before it may be the same as others, such as empty ones.
  const isBeginning = expected.some(
    (line, i) => line.startsWith(last) && (log.length === 1 || isSame(expected[i - 1], log.at(-2))),
  );
  return isBeginning ? log.slice(0, -1) : log;
}

function isSame(line: string | undefined, logged: string | undefined): boolean {
  return line === logged || logged === GAP_LINE;
}

function splitAtGaps(log: readonly string[]): string[][] {
  const parts: string[][] = [[]];
  for (const line of log) {
    if (line === GAP_LINE) parts.push([]);
    else parts.at(-1)?.push(line);
  }
  return parts;
}

function findPart(expected: readonly string[], part: readonly string[], from: number): number | undefined {
  for (let at = from; at + part.length <= expected.length; at++) {
    if (startsAt(expected, part, at) !== undefined) return at;
  }
  return undefined;
}

function startsAt(expected: readonly string[], part: readonly string[], at: number): number | undefined {
  return part.every((line, i) => expected[at + i] === line) ? at : undefined;
}

function describeDifference(
  expected: readonly string[],
  part: readonly string[],
  from: number,
  number: number,
): string {
  const first = number === 0 ? from : Math.max(from, expected.indexOf(part[0] ?? ''));
  const wrong = part.findIndex((line, i) => expected[first + i] !== line);
  return `differs in line ${first + wrong + 1}${number > 0 ? ` behind gap ${number}` : ''}: ${shown(
    part[wrong],
  )} instead of ${shown(expected[first + wrong])}`;
}

function shown(line: string | undefined): string {
  return line === undefined ? 'nothing' : JSON.stringify(line.slice(0, 120));
}
