import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import type { Readable } from 'node:stream';
import { MuxError } from '../../model/index.js';
import { childExitCode } from '../child-stream.js';
import { noShell, sshClientMissing, sshError } from './ssh-error.js';

export interface RemoteStart {
  /** Process id, and process group, of the script at the other end. */
  readonly pid: number;
  /** What was printed on stderr before: banners, login scripts, ssh's own remarks. */
  readonly noise: string;
}

export interface RemoteStartOptions {
  readonly marker: string;
  readonly place: string;
  readonly program: string;
  readonly cwd?: string | undefined;
}

/**
 * Waits until the script at the other end has said that it runs, and leaves stdout and stderr paused at the first
 * byte of the program. Throws what is wrong where it never says so.
 */
export async function remoteStart(
  child: ChildProcessWithoutNullStreams,
  options: RemoteStartOptions,
): Promise<RemoteStart> {
  const ended = new Promise<number | Error>((resolve) => {
    child.once('error', resolve);
    child.once('close', (code, signal) => resolve(childExitCode(code, signal)));
  });
  const [out, err] = await Promise.all([
    skipPast(child.stdout, options.marker),
    skipPast(child.stderr, options.marker),
  ]);
  if (out.word !== undefined && err.word !== undefined) {
    if (/^\d+$/.test(err.word)) return { pid: Number(err.word), noise: err.before };
    throw refused(err.word, options);
  }
  const end = await ended;
  if (end instanceof Error) throw sshClientMissing(child.spawnfile, end);
  throw end === 255 ? sshError(options.place, err.before) : noShell(options.place, end, err.before);
}

function refused(word: string, { program, place, cwd }: RemoteStartOptions): MuxError {
  switch (word) {
    case 'missing':
      return new MuxError('PROGRAM_NOT_FOUND', `There is no program '${program}' on ${place}.`, {
        suggestion:
          'Install it, or put the folder it is in on the PATH that the machine gives to ssh commands.',
        details: { program, place },
      });
    case 'denied':
      return new MuxError('PERMISSION_DENIED', `'${program}' on ${place} may not be run by this user.`, {
        suggestion: 'Check the permissions of the file.',
        details: { program, place },
      });
    case 'folder-denied':
      return new MuxError('PERMISSION_DENIED', `May not enter the folder '${cwd}' on ${place}.`, {
        details: { path: cwd, place },
      });
    case 'folder-missing':
      return new MuxError('FILE_NOT_FOUND', `There is no folder '${cwd}' on ${place}.`, {
        details: { path: cwd, place },
      });
    default:
      return new MuxError('PROTOCOL_ERROR', `${place} answered '${word}' to a command.`);
  }
}

interface Skipped {
  /** The word after the marker; `undefined` where the stream ended without one. */
  readonly word: string | undefined;
  readonly before: string;
}

/** A login script that prints more than this is taken for one that never ends. */
const MAX_NOISE_BYTES = 1024 * 1024;

function skipPast(stream: Readable, marker: string): Promise<Skipped> {
  return new Promise((resolve) => {
    let seen: Buffer = Buffer.alloc(0);
    const finish = (word: string | undefined, before: Buffer): void => {
      stream.off('data', onData).off('close', onClose);
      resolve({ word, before: before.toString() });
    };
    const onClose = (): void => finish(undefined, seen);
    const onData = (chunk: Buffer): void => {
      seen = seen.length === 0 ? chunk : Buffer.concat([seen, chunk]);
      const start = seen.indexOf(`${marker} `);
      const end = start < 0 ? -1 : seen.indexOf(0x0a, start);
      if (end < 0) {
        if (seen.length > MAX_NOISE_BYTES) stream.destroy();
        return;
      }
      stream.pause();
      const word = seen.toString('latin1', start + marker.length + 1, end);
      const rest = seen.subarray(end + 1);
      finish(word, seen.subarray(0, start));
      if (rest.length > 0) stream.unshift(rest);
    };
    stream.on('data', onData).once('close', onClose);
  });
}
