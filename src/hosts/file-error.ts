import { isMuxError, MuxError } from '../model/index.js';

/** Turns what the file system says into a catalogued error. */
export function fileError(verb: string, path: string, place: string, error: unknown): MuxError {
  if (isMuxError(error)) return error;
  const errno = (error as NodeJS.ErrnoException).code;
  const options = { details: { path, errno }, cause: error };
  if (errno === 'ENOENT')
    return new MuxError('FILE_NOT_FOUND', `There is no '${path}' on ${place}.`, options);
  if (errno === 'EACCES' || errno === 'EPERM') {
    return new MuxError('PERMISSION_DENIED', `May not ${verb} '${path}' on ${place}.`, options);
  }
  return new MuxError(
    'HOST_IO_FAILED',
    `Could not ${verb} '${path}' on ${place}: ${(error as Error).message}`,
    options,
  );
}
