import { MuxError } from '../model/index.js';

/** Turns what `spawn` says about a program that would not start into a catalogued error. */
export function spawnError(program: string, place: string): (error: NodeJS.ErrnoException) => MuxError {
  return (error) => {
    const details = { program, errno: error.code };
    if (error.code === 'ENOENT') {
      return new MuxError('PROGRAM_NOT_FOUND', `There is no program '${program}' on ${place}.`, {
        suggestion: `Install it, or put the folder it is in on the PATH.`,
        details,
        cause: error,
      });
    }
    if (error.code === 'EACCES' || error.code === 'EPERM') {
      return new MuxError('PERMISSION_DENIED', `'${program}' on ${place} may not be run by this user.`, {
        suggestion: 'Check the permissions of the file.',
        details,
        cause: error,
      });
    }
    if (error.code === 'E2BIG') {
      return new MuxError(
        'COMMAND_TOO_LARGE',
        `The arguments for '${program}' exceed the limit of the system.`,
        {
          details,
          cause: error,
        },
      );
    }
    if (error.code === 'ERR_INVALID_ARG_VALUE') {
      return new MuxError('INVALID_ARGUMENT', `'${program}' cannot be started so: ${error.message}`, {
        details,
        cause: error,
      });
    }
    return new MuxError(
      'HOST_IO_FAILED',
      `'${program}' could not be started on ${place}: ${error.message}.`,
      {
        details,
        cause: error,
      },
    );
  };
}
