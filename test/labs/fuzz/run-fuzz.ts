import { isMuxError } from '../../../src/model/mux-error.js';
import type { FuzzTarget } from './fuzz-target.js';
import { mutatedInput } from './mutate.js';

export interface FuzzRow {
  readonly name: string;
  readonly inputs: number;
  /** How many were refused with an error of the catalogue. */
  readonly refused: number;
  readonly crashes: readonly string[];
  readonly longestMs: number;
}

export interface FuzzOptions {
  readonly inputs: number;
  readonly seed: number;
  /** Is called before an input is tried, from time to time. */
  readonly onProgress?: (input: number) => void;
}

/** Gives a target so many inputs, and says how it took them. */
export async function runFuzz(
  target: FuzzTarget,
  { inputs, seed, onProgress }: FuzzOptions,
): Promise<FuzzRow> {
  const crashes: string[] = [];
  let refused = 0;
  let longestMs = 0;
  for (let number = 0; number < inputs; number++) {
    if (number % 50 === 0) onProgress?.(number);
    const input = mutatedInput(target, seed + number);
    const startedAt = performance.now();
    try {
      await target.take(input);
    } catch (error) {
      if (isRefusal(error, target)) refused += 1;
      else
        crashes.push(
          `input ${seed + number}: ${shown(error)} for ${JSON.stringify(input.toString().slice(0, 200))}`,
        );
    }
    longestMs = Math.max(longestMs, performance.now() - startedAt);
  }
  return { name: target.name, inputs, refused, crashes, longestMs };
}

function isRefusal(error: unknown, { refusals = [] }: FuzzTarget): boolean {
  if (isMuxError(error)) return error.code !== 'INTERNAL_ERROR';
  return refusals.some((refusal) => error instanceof refusal);
}

function shown(error: unknown): string {
  const [message = '', at = ''] = (
    error instanceof Error ? (error.stack ?? error.message) : String(error)
  ).split('\n');
  return `${message}${at.trim() && ` (${at.trim()})`}`;
}
