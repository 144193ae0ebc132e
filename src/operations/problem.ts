import { isMuxError } from '../model/mux-error.js';

/** An error as data, for reports and for faces that send it on. */
export interface Problem {
  /** A code of the catalogue; `undefined` for an error that is not ours. */
  readonly code: string | undefined;
  readonly message: string;
  readonly suggestion: string | undefined;
}

export function problem(error: unknown): Problem {
  if (isMuxError(error)) return { code: error.code, message: error.message, suggestion: error.suggestion };
  const message = error instanceof Error ? error.message : String(error);
  return { code: undefined, message, suggestion: undefined };
}
