import { isMuxError, type Words } from '../model/index.js';
import { operationWords } from './operation-words.js';

/** An error as data, for reports and for faces that send it on. */
export interface Problem {
  /** A code of the catalogue; `undefined` for an error that is not ours. */
  readonly code: string | undefined;
  readonly message: string;
  readonly suggestion: string | undefined;
}

/** @param words of the face that shows it */
export function problem(error: unknown, words: Words = operationWords): Problem {
  if (isMuxError(error)) {
    const { code, message, advice } = error;
    return { code, message, suggestion: advice?.in(words) };
  }
  const message = error instanceof Error ? error.message : String(error);
  return { code: undefined, message, suggestion: undefined };
}
