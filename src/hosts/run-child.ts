import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { existsSync } from 'node:fs';
import { Deadline, MuxError } from '../model/index.js';
import { childEnvironment } from './child-environment.js';
import { childExitCode } from './child-stream.js';
import { collectOutput } from './collect-output.js';
import { hostDefaults, type ProgramResult, type RunProgramOptions } from './host.js';
import { spawnPiped } from './spawn-piped.js';

/** Runs a program of this machine to its end. `explain` turns a failure to start into the caller's error. */
export function runChild(
  argv: readonly string[],
  options: RunProgramOptions,
  explain: (program: string) => (error: NodeJS.ErrnoException) => MuxError,
): Promise<ProgramResult> {
  const [program = '', ...args] = argv;
  const {
    maxOutputBytes = hostDefaults.maxOutputBytes,
    timeoutMs = hostDefaults.timeoutMs,
    signal,
  } = options;
  return new Promise((resolve, reject) => {
    const deadline = new Deadline({ what: `Running '${program}'`, timeoutMs, ...(signal && { signal }) });
    if (deadline.error) return reject(deadline.error);
    let child: ChildProcessWithoutNullStreams;
    try {
      child = spawnPiped(program, args, {
        cwd: options.cwd,
        env: childEnvironment(options.env),
        // A group of its own, so that what it started can be ended with it.
        detached: true,
      });
    } catch (error) {
      // Some failures are thrown: too many arguments, an empty name, a NUL byte, no file descriptor.
      deadline[Symbol.dispose]();
      return reject(explain(program)(error as NodeJS.ErrnoException));
    }
    const fail = (error: Error): void => {
      deadline[Symbol.dispose]();
      killGroup(child);
      reject(error);
    };
    deadline.onExpire(fail);
    child.once('error', (error) => fail(startError(error, program, options.cwd, explain)));
    const stdout = collectOutput(child.stdout, maxOutputBytes, () =>
      fail(outputTooLarge(program, maxOutputBytes)),
    );
    const stderr = collectOutput(child.stderr, maxOutputBytes, () =>
      fail(outputTooLarge(program, maxOutputBytes)),
    );
    child.once('close', (code, signalName) => {
      deadline[Symbol.dispose]();
      resolve({
        code: childExitCode(code, signalName),
        stdout: Buffer.concat(stdout),
        stderr: Buffer.concat(stderr),
      });
    });
    // A program that ends without reading its input is no failure of ours.
    child.stdin.on('error', () => {});
    child.stdin.end(options.input);
  });
}

/** Node says ENOENT for the program also where it is the folder that is missing. */
function startError(
  error: NodeJS.ErrnoException,
  program: string,
  cwd: string | undefined,
  explain: (program: string) => (error: NodeJS.ErrnoException) => MuxError,
): MuxError {
  if (error.code === 'ENOENT' && cwd !== undefined && !existsSync(cwd)) {
    return new MuxError('FILE_NOT_FOUND', `There is no folder '${cwd}' to run '${program}' in.`, {
      cause: error,
    });
  }
  return explain(program)(error);
}

function killGroup(child: ChildProcessWithoutNullStreams): void {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  } catch {
    // It is gone already.
  }
  child.stdout.destroy();
  child.stderr.destroy();
}

export function outputTooLarge(program: string, maxOutputBytes: number): MuxError {
  return new MuxError('OUTPUT_TOO_LARGE', `'${program}' printed more than ${maxOutputBytes} bytes.`, {
    suggestion: 'Ask for less at once, or raise maxOutputBytes.',
    details: { program, maxOutputBytes },
  });
}
