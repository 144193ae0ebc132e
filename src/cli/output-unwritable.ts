import { MuxError } from '../model/index.js';

/** The error of a command whose output cannot be written. */
export function outputUnwritable(cause: NodeJS.ErrnoException): MuxError {
  const { code = 'unknown', message } = cause;
  // Node writes `ENOSPC: no space left on device, write`.
  const why = /^E[A-Z0-9]+: (.*), \w+$/.exec(message)?.[1] ?? message.replace(/^write (?=E)/, '');
  const isFull = code === 'ENOSPC' || code === 'EDQUOT';
  return new MuxError('OUTPUT_UNWRITABLE', `The output cannot be written: ${why} (${code}).`, {
    suggestion: isFull
      ? 'Free some disk space, or write the output elsewhere.'
      : 'Write the output elsewhere.',
    details: { code },
    cause,
  });
}
