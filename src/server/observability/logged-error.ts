import { isMuxError } from '../../model/index.js';

/** What the log says about an error. */
export interface LoggedError {
  readonly [name: string]: unknown;
  readonly type: string;
  readonly code?: string | undefined;
  readonly message: string;
  /** Only where it happened. */
  readonly stack: string;
}

/**
 * An error for the log. Where it happened is in its stack. Its message is left out unless it is one that only the
 * system or the language makes: ours show screens, and a parser shows what it could not read.
 */
export function loggedError(error: unknown): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: LEFT_OUT, stack: '' };
  const { name, message, stack = '' } = error;
  const { code } = error as NodeJS.ErrnoException;
  const isHarmless = !isMuxError(error) && (typeof code === 'string' || error instanceof TypeError);
  return {
    type: name,
    ...(typeof code === 'string' && { code }),
    message: isHarmless ? message.slice(0, MOST_CHARACTERS) : LEFT_OUT,
    stack: stack
      .split('\n')
      .filter((line) => FRAME.test(line))
      .join('\n'),
  };
}

const LEFT_OUT = '(not logged)';
const MOST_CHARACTERS = 300;
const FRAME = /^\s+at /;
