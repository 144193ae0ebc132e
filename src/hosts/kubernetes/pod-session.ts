import { randomBytes } from 'node:crypto';
import { Deadline, isMuxError, MuxError } from '../../model/index.js';
import type { ExecListener, ExecSocket, ExecStatus } from './exec-socket.js';
import { connectionLost, programNotFound } from './kubernetes-errors.js';
import type { Pod } from './pod.js';
import {
  endFeederLine,
  killLine,
  type PodInput,
  type PodProcess,
  type PodProgram,
  startLine,
} from './pod-scripts.js';

/** How a program of a pod ended. */
export interface PodEnd {
  readonly code: number | undefined;
  /** Set where not the program ended but the pod or the link to it. */
  readonly error: MuxError | undefined;
}

export interface PodSessionListener {
  output(channel: 'stdout' | 'stderr', bytes: Buffer): void;
}

export interface PodSessionOptions {
  readonly listener: PodSessionListener;
  readonly deadline: Deadline;
  /** All that the program gets. @default what is written */
  readonly input?: Uint8Array;
  /** Receives work that continues after the call has failed: ending the program. */
  readonly onCleanup: (work: Promise<void>) => void;
}

/**
 * One program in a pod, from its start to its end. An exec has neither an environment nor a folder, and cannot be ended by
 * the API; so a small script sets these up, says which process it is, and becomes the program. Where it has to be
 * ended, a second exec kills that process.
 */
export class PodSession {
  /** It leads a group of its own. */
  readonly process: PodProcess;
  readonly ended: Promise<PodEnd>;
  readonly #pod: Pod;
  readonly #socket: ExecSocket;
  readonly #feeder: number | undefined;
  #written = 0;
  #inputEnded = false;

  private constructor(pod: Pod, socket: ExecSocket, started: Started, ended: Promise<PodEnd>) {
    this.#pod = pod;
    this.#socket = socket;
    this.process = started.process;
    this.#feeder = started.feeder;
    this.ended = ended;
  }

  /** Resolves when the program runs. */
  static async start(pod: Pod, program: PodProgram, options: PodSessionOptions): Promise<PodSession> {
    const { listener, deadline, input, onCleanup } = options;
    checkSize(program);
    const mark = randomBytes(16).toString('hex');
    const socket = await pod.exec(deadline);
    const talk = new Talk(mark, socket, listener);
    socket.listen(talk);
    const kind: PodInput = input
      ? { kind: 'bytes', length: input.length }
      : { kind: socket.endsInput ? 'stream' : 'fed' };
    try {
      socket.write(startLine(program, mark, kind));
      if (input) socket.write(input);
      socket.resume();
      const started = await deadline.race(talk.first.then((said) => understood(pod, program, said)));
      const ended = talk.end.then((end) => endOf(pod, program.argv[0] ?? '', end));
      return new PodSession(pod, socket, started, ended);
    } catch (error) {
      if (deadline.error) onCleanup(endLate(pod, talk.first, socket));
      else socket.terminate();
      throw error;
    }
  }

  write(data: string | Uint8Array): boolean {
    if (this.#inputEnded) return true;
    this.#written += Buffer.byteLength(data);
    return this.#socket.write(data);
  }

  drained(): Promise<void> {
    return this.#socket.drained();
  }

  endInput(): void {
    if (this.#inputEnded) return;
    this.#inputEnded = true;
    if (this.#feeder === undefined) this.#socket.endInput();
    else void this.#pod.runLine(endFeederLine(this.#feeder, this.#written)).catch(() => undefined);
  }

  pause(): void {
    this.#socket.pause();
  }

  resume(): void {
    this.#socket.resume();
  }

  unref(): void {
    this.#socket.unref();
  }

  terminate(): void {
    this.#socket.terminate();
  }

  /** Ends the program and its group, by an exec of its own. */
  kill(): Promise<void> {
    return this.#pod.runLine(killLine(this.process));
  }
}

interface Started {
  readonly process: PodProcess;
  readonly feeder: number | undefined;
}

/** What the exec of a program says: words of the script in front of it, or its end without any. */
type FirstWords = readonly string[] | End;

interface End {
  readonly status: ExecStatus | undefined;
  /** The exit code by the script, where it stays beside the program. */
  readonly exitCode: number | undefined;
  readonly stderr: string;
}

/** Reads the first line, in which the script says how it went, and hands on the rest. */
class Talk implements ExecListener {
  readonly first: Promise<FirstWords>;
  readonly end: Promise<End>;
  readonly #mark: string;
  readonly #socket: ExecSocket;
  readonly #listener: PodSessionListener;
  #say: (words: FirstWords) => void = () => {};
  #finish: (end: End) => void = () => {};
  #head: Buffer | undefined = Buffer.alloc(0);
  #exitCode: number | undefined;
  #stderr = '';

  constructor(mark: string, socket: ExecSocket, listener: PodSessionListener) {
    this.#mark = mark;
    this.#socket = socket;
    this.#listener = listener;
    this.first = new Promise((resolve) => {
      this.#say = resolve;
    });
    this.end = new Promise((resolve) => {
      this.#finish = resolve;
    });
  }

  output(channel: 'stdout' | 'stderr', bytes: Buffer): void {
    if (channel === 'stderr') this.#takeStderr(bytes);
    else if (this.#head === undefined) this.#listener.output('stdout', bytes);
    else this.#takeHead(Buffer.concat([this.#head, bytes]));
  }

  closed(status: ExecStatus | undefined): void {
    const end = { status, exitCode: this.#exitCode, stderr: this.#stderr };
    this.#say(end);
    this.#finish(end);
  }

  #takeHead(head: Buffer): void {
    const newline = head.indexOf('\n');
    this.#head = head;
    if (newline < 0) return;
    const [mark, ...words] = head.toString('latin1', 0, newline).split(' ');
    this.#head = undefined;
    // Until somebody listens the program waits, so that nothing piles up here.
    this.#socket.pause();
    this.#say(mark === this.#mark ? words : []);
    if (newline + 1 < head.length) this.#listener.output('stdout', head.subarray(newline + 1));
  }

  #takeStderr(bytes: Buffer): void {
    const text = bytes.toString('latin1');
    const exit = new RegExp(`${this.#mark} exit (\\d+)\n`).exec(text);
    if (exit) {
      this.#exitCode = Number(exit[1]);
      // An exec whose stdin was not read to its end never gives a status. The output is there by now, or soon.
      setTimeout(() => this.#socket.terminate(), STATUS_MS).unref();
    }
    const shown = exit ? Buffer.from(text.replace(exit[0], ''), 'latin1') : bytes;
    this.#stderr = (this.#stderr + shown.toString()).slice(-1024);
    if (shown.length > 0) this.#listener.output('stderr', shown);
  }
}

const STATUS_MS = 5_000;

/** Ends a program that was still being started when nobody waited for it any more. */
async function endLate(pod: Pod, first: Promise<FirstWords>, socket: ExecSocket): Promise<void> {
  using deadline = new Deadline({ what: `Ending a program on ${pod.place}`, timeoutMs: LATE_MS });
  try {
    const started = startedBy(await deadline.race(first));
    if (started) await pod.runLine(killLine(started.process));
  } finally {
    socket.terminate();
  }
}

const LATE_MS = 60_000;

/** The process that the script became; `undefined` where it says something else. */
function startedBy(said: FirstWords): Started | undefined {
  if (!Array.isArray(said)) return undefined;
  const [word, pid, born = '', feeder] = said as readonly string[];
  if (word !== 'ok') return undefined;
  const process = { pid: Number(pid), born };
  return { process, feeder: feeder === undefined ? undefined : Number(feeder) };
}

/** The process that the script became, or why it became none. */
async function understood(pod: Pod, program: PodProgram, said: FirstWords): Promise<Started> {
  const name = program.argv[0] ?? '';
  if (!Array.isArray(said)) throw await neverStarted(pod, name, said as End);
  const started = startedBy(said);
  if (started) return started;
  const [word] = said as readonly string[];
  if (word === 'missing') throw programNotFound(name, pod.place);
  if (word === 'refused') {
    throw new MuxError('PERMISSION_DENIED', `'${name}' on ${pod.place} may not be run by this user.`, {
      suggestion: 'Check the permissions of the file.',
      details: { program: name },
    });
  }
  if (word === 'folder') {
    throw new MuxError('FILE_NOT_FOUND', `The folder to run '${name}' in does not exist on ${pod.place}.`, {
      suggestion: 'Check the option cwd.',
      details: { cwd: program.cwd },
    });
  }
  throw new MuxError('PROTOCOL_ERROR', `The shell on ${pod.place} did not do what it was told.`, {
    suggestion: 'Check whether sh is a POSIX shell there.',
  });
}

async function neverStarted(pod: Pod, name: string, { status, stderr }: End): Promise<MuxError> {
  const failure = status?.failure ?? '';
  if (/executable file not found|no such file or directory/i.test(failure))
    return programNotFound('sh', pod.place);
  const problem = await problemOf(pod);
  if (problem) return problem;
  if (status === undefined) return connectionLost(name, pod.place);
  const why = failure || stderr.trim() || `the shell ended with exit code ${status.code}`;
  return new MuxError('HOST_IO_FAILED', `'${name}' could not be started on ${pod.place}: ${why}.`, {
    details: { program: name },
  });
}

async function endOf(pod: Pod, name: string, { status, exitCode }: End): Promise<PodEnd> {
  const code = status?.code ?? exitCode;
  if (code !== undefined && code !== KILLED) return { code, error: undefined };
  const problem = await problemOf(pod);
  if (problem || code !== undefined) return { code, error: problem };
  if (status?.failure === undefined) return { code, error: connectionLost(name, pod.place) };
  const failure = `'${name}' on ${pod.place} was given up by its node: ${status.failure}.`;
  return { code, error: new MuxError('CONNECTION_LOST', failure, { details: { program: name } }) };
}

/** A killed pod takes its programs with it, and a cluster that is gone its links. */
async function problemOf(pod: Pod): Promise<MuxError | undefined> {
  try {
    return await pod.problemAfterKill();
  } catch (error) {
    return isMuxError(error) ? error : undefined;
  }
}

const KILLED = 137;

/** More than a Linux takes for one word, or for all of them with the environment. */
function checkSize({ argv, env = {} }: PodProgram): void {
  const words = [...argv, ...Object.entries(env).map((pair) => pair.join('='))].map(
    (word) => Buffer.byteLength(word) + 1,
  );
  if (words.every((bytes) => bytes <= MAX_WORD_BYTES) && words.reduce((a, b) => a + b, 0) <= MAX_BYTES)
    return;
  throw new MuxError(
    'COMMAND_TOO_LARGE',
    `The arguments for '${argv[0] ?? ''}' are larger than the system takes.`,
  );
}

const MAX_WORD_BYTES = 128 * 1024;
const MAX_BYTES = 2 * 1024 * 1024;
