import type { Socket } from 'node:net';
import { Deadline, isMuxError } from '../../model/index.js';
import { hostDefaults, type ProgramResult, type RunProgramOptions } from '../host.js';
import { outputTooLarge } from '../run-child.js';
import type { Container } from './container.js';
import { execStartError } from './docker-errors.js';
import { type ExecChannel, ExecDemux } from './exec-demux.js';
import { ExecSession } from './exec-session.js';

export interface RunExecOptions extends RunProgramOptions {
  readonly user?: string | undefined;
  /** Told of work that goes on after the call has failed: ending the program. */
  readonly onCleanup: (work: Promise<void>) => void;
}

/** Runs a program in a container to its end: create, start, inspect. */
export async function runExec(
  container: Container,
  argv: readonly string[],
  options: RunExecOptions,
): Promise<ProgramResult> {
  const { timeoutMs = hostDefaults.timeoutMs, signal, env, cwd, user } = options;
  const program = argv[0] ?? '';
  const what = `Running '${program}' on ${container.place}`;
  using deadline = new Deadline({ what, timeoutMs, ...(signal && { signal }) });
  if (deadline.error) throw deadline.error;
  const session = await ExecSession.create(container, { argv, env, cwd, user }, deadline);
  let socket: Socket | undefined;
  try {
    const started = await session.start(deadline);
    socket = started.socket;
    const output = await collect(socket, started.head, program, options, deadline);
    const { code, neverStarted, error } = await deadline.race(session.end());
    if (error) throw error;
    if (neverStarted) throw execStartError(program, container.place, output.stdout.toString());
    return { code: code ?? 1, ...output };
  } catch (error) {
    if (deadline.error || isMuxError(error, 'OUTPUT_TOO_LARGE')) options.onCleanup(kill(session, socket));
    throw error;
  }
}

/**
 * Closing the stream only ends the program's input: one that goes on must be ended by hand. Until it has ended its
 * output is read, for an engine that cannot get rid of it holds the whole container up for two seconds.
 */
async function kill(session: ExecSession, socket: Socket | undefined): Promise<void> {
  socket?.removeAllListeners('data').resume().end();
  await session.kill().finally(() => socket?.destroy());
}

type Output = Record<ExecChannel, Buffer>;

function collect(
  socket: Socket,
  head: Buffer,
  program: string,
  options: RunExecOptions,
  deadline: Deadline,
): Promise<Output> {
  const { maxOutputBytes = hostDefaults.maxOutputBytes, input } = options;
  return new Promise((resolve, reject) => {
    const chunks: Record<ExecChannel, Buffer[]> = { stdout: [], stderr: [] };
    const bytes: Record<ExecChannel, number> = { stdout: 0, stderr: 0 };
    const demux = new ExecDemux((channel, part) => {
      bytes[channel] += part.length;
      if (bytes[channel] > maxOutputBytes) throw outputTooLarge(program, maxOutputBytes);
      chunks[channel].push(part);
    });
    const push = (chunk: Buffer): void => {
      try {
        demux.push(chunk);
      } catch (error) {
        reject(error as Error);
      }
    };
    deadline.onExpire(reject);
    socket.on('data', push);
    // A program that ends without reading its input breaks the pipe; its exit code says what it thinks of that.
    socket.on('error', () => {});
    // The engine takes no more input then, and bytes that wait to be sent would keep the connection open for ever.
    socket.once('end', () => socket.destroy());
    socket.once('close', () =>
      resolve({ stdout: Buffer.concat(chunks.stdout), stderr: Buffer.concat(chunks.stderr) }),
    );
    push(head);
    // In one piece: the loop reads what came before it writes on, so no last words are lost to a broken pipe.
    if (input === undefined) socket.end();
    else socket.end(input);
  });
}
