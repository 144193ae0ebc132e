import { isMuxError } from '../model/index.js';
import { LinearPattern } from '../patterns/index.js';

/** A regular expression in a form that can be kept. */
export interface PatternText {
  readonly source: string;
  readonly flags: string;
}

export function patternText({ source, flags }: RegExp): PatternText {
  return { source, flags };
}

/** What needs another engine than the linear one was given by a program in TypeScript, and is as trusted as that. */
export function toPattern({ source, flags }: PatternText): RegExp {
  try {
    return new LinearPattern(source, flags);
  } catch (error) {
    if (isMuxError(error, 'PATTERN_NOT_LINEAR')) return new RegExp(source, flags);
    throw error;
  }
}
