import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import type { Deadline } from '../../model/index.js';
import { collectOutput } from '../collect-output.js';
import { hostDefaults, type ProgramResult, type RunProgramOptions } from '../host.js';
import { outputTooLarge } from '../run-child.js';
import { type RemoteStart, type RemoteStartOptions, remoteStart } from './remote-start.js';
import { linkLost } from './ssh-error.js';

export interface SshRunRequest
  extends RemoteStartOptions,
    Pick<RunProgramOptions, 'input' | 'maxOutputBytes'> {
  readonly deadline: Deadline;
  readonly onStart: (start: RemoteStart) => void;
}

/**
 * Collects what a program at the other end prints. Its stdin is never ended from here: the end of it is the sign for
 * the script over there that nobody waits any more.
 */
export async function sshRun(
  child: ChildProcessWithoutNullStreams,
  request: SshRunRequest,
): Promise<ProgramResult> {
  const { input, program, place, marker, deadline, maxOutputBytes = hostDefaults.maxOutputBytes } = request;
  child.stdin.on('error', () => {});
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  if (input !== undefined && input.length > 0) {
    child.stdin.write(input);
    child.stdin.write('\n');
  }
  try {
    request.onStart(await deadline.race(remoteStart(child, request)));
    const { code, stdout, stderr } = await deadline.race(
      new Promise<Ending>((resolve, reject) => {
        const tooLarge = (): void => reject(outputTooLarge(program, maxOutputBytes));
        // Room for the marker, which is not the program's.
        const out = collectOutput(child.stdout, maxOutputBytes, tooLarge);
        const err = collectOutput(child.stderr, maxOutputBytes + marker.length + 7, tooLarge);
        ended.then(
          (exit) => resolve({ code: exit, stdout: Buffer.concat(out), stderr: Buffer.concat(err) }),
          reject,
        );
      }),
    );
    if (code !== 255 && code !== null) return { code, stdout, stderr };
    const rest = code === 255 ? withoutEndMark(stderr, marker) : undefined;
    if (rest === undefined) throw linkLost(place, program, stderr.toString());
    return { code: 255, stdout, stderr: rest };
  } catch (error) {
    discard(child);
    throw error;
  }
}

interface Ending {
  /** `null` where the ssh on this side was killed. */
  readonly code: number | null;
  readonly stdout: Buffer;
  readonly stderr: Buffer;
}

/** Ends an ssh on this side, and takes no interest in what is still on its way. */
export function discard(child: ChildProcessWithoutNullStreams): void {
  child.kill('SIGKILL');
  for (const stream of [child.stdin, child.stdout, child.stderr]) stream.destroy();
}

/** What remains without the line that says that the program itself exited with 255; `undefined` if there is none. */
export function withoutEndMark(stderr: Buffer, marker: string): Buffer | undefined {
  const mark = `${marker} ended\n`;
  const start = stderr.lastIndexOf(mark);
  if (start < 0) return undefined;
  return Buffer.concat([stderr.subarray(0, start), stderr.subarray(start + mark.length)]);
}
