import { type ErrorCode, isMuxError, MuxError } from '../model/index.js';

export function missing(code: ErrorCode, kind: string, id: string, place: string): MuxError {
  return new MuxError(code, `There is no ${kind} ${id} on ${place}.`, {
    suggestion: `List the ${kind}s; this one may have been closed.`,
    details: { id },
  });
}

/**
 * The end of something by a kill command: `true` where the command did it, `false` where it was gone already. The
 * connection may end with what is killed; then `isGone` tells.
 */
export async function gone(kill: Promise<unknown>, isGone: () => Promise<boolean>): Promise<boolean> {
  try {
    await kill;
    return true;
  } catch (error) {
    if (isMuxError(error, 'SESSION_NOT_FOUND', 'WINDOW_NOT_FOUND', 'PANE_NOT_FOUND', 'NO_SERVER'))
      return false;
    if (isMuxError(error, 'CONNECTION_LOST') && (await isGone())) return true;
    throw error;
  }
}
