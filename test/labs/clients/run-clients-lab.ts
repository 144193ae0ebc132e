import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { compiledProgram } from '../../integration/compiled-source.js';

export interface ClientsLabOptions {
  readonly durationMs: number;
  /** How many muxwright processes work at the same time. */
  readonly processes: number;
  readonly onProgress?: (report: ClientsReport) => void;
}

export interface ClientsReport {
  readonly version: string;
  readonly seconds: number;
  /** Control clients that came and went. */
  readonly clients: number;
  /** Sessions that muxwright processes made. */
  readonly sessions: number;
  /** Processes that were killed in the middle of their work. */
  readonly killed: number;
  /** How often the tmux server ended by itself. */
  readonly crashes: number;
}

/**
 * Lets muxwright processes work on one server, kills one now and then, and renames, makes and ends sessions by plain tmux
 * commands meanwhile, as people do. A server that has ended is counted, and replaced.
 */
export async function runClientsLab(options: ClientsLabOptions): Promise<ClientsReport> {
  const { durationMs, processes, onProgress } = options;
  const socket = `muxwright-lab-${randomBytes(6).toString('hex')}`;
  const version = (await tmux(socket, '-V')).trim();
  const connect = await compiledProgram(new URL('../../../src/tmux/connect.ts', import.meta.url));
  const startedAt = performance.now();
  const counts = { clients: 0, sessions: 0, killed: 0, crashes: 0 };
  const report = (): ClientsReport => ({
    version,
    seconds: (performance.now() - startedAt) / 1000,
    ...counts,
  });
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), durationMs);
  const progress = setInterval(() => onProgress?.(report()), PROGRESS_MS);
  try {
    await Promise.all([
      keepServer(socket, stop.signal, () => counts.crashes++),
      person(socket, stop.signal),
      ...Array.from({ length: processes }, (_, number) =>
        keepProcess(
          [connect, `local?socket=${socket}`, String(number)],
          stop.signal,
          (what) => counts[what]++,
        ),
      ),
    ]);
    return report();
  } finally {
    clearTimeout(timer);
    clearInterval(progress);
    await endServer(socket);
  }
}

/** A server that was told to end waits for its clients, and one of them may wait for the server. */
async function endServer(socket: string): Promise<void> {
  void tmux(socket, 'kill-server').catch(() => {});
  const until = performance.now() + ENDING_MS;
  for (let pids = tmuxProcesses(socket); pids.length > 0; pids = tmuxProcesses(socket)) {
    if (performance.now() > until) for (const pid of pids) process.kill(pid, 'SIGKILL');
    await delay(LOOK_MS);
  }
  const file = join(process.env.TMUX_TMPDIR ?? '/tmp', `tmux-${process.getuid?.()}`, socket);
  await rm(file, { force: true });
  // A client of tmux that was killed while it started the server leaves its lock.
  await rm(`${file}.lock`, { force: true });
}

/** Servers and clients of a socket, also of one whose file is gone. */
function tmuxProcesses(socket: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && commandLine(name).includes(socket))
    .filter((name) => commandLine(name).startsWith('tmux'))
    .map(Number);
}

/** Empty for a process that has ended. */
function commandLine(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1');
  } catch {
    return '';
  }
}

const PROGRESS_MS = 60_000;
const ENDING_MS = 5_000;
/** How often it is looked whether the server is there: a measurement, not a wait. */
const LOOK_MS = 20;

async function keepServer(socket: string, stop: AbortSignal, onCrash: () => void): Promise<void> {
  let pid: number | undefined;
  while (!stop.aborted) {
    if (pid !== undefined && !isAlive(pid)) {
      onCrash();
      pid = undefined;
    }
    pid ??= await startServer(socket).catch(() => undefined);
    await delay(LOOK_MS);
  }
  if (pid !== undefined && !isAlive(pid)) onCrash();
}

async function startServer(socket: string): Promise<number> {
  const show = ['display-message', '-p', '#{pid}'];
  await tmux(socket, 'new-session', '-d', '-s', 'main', 'cat').catch(() => {});
  return Number(await tmux(socket, ...show));
}

/** Somebody who works in the same server, without muxwright. */
async function person(socket: string, stop: AbortSignal): Promise<void> {
  for (let number = 0; !stop.aborted; number++) {
    const name = `person${number}`;
    await tmux(socket, 'new-session', '-d', '-s', name, 'sleep 0.05').catch(() => {});
    await tmux(socket, 'rename-session', '-t', `=${name}`, `${name}b`).catch(() => {});
    await delay(30 + (number % 7) * 10);
  }
}

type Count = 'clients' | 'sessions' | 'killed';

/** One process after the other; each third one is killed, at any moment. */
async function keepProcess(
  args: readonly string[],
  stop: AbortSignal,
  count: (what: Count) => void,
): Promise<void> {
  for (let number = 0; !stop.aborted; number++) {
    const child = spawn(process.execPath, [PROGRAM, ...args, String(number)], {
      stdio: ['pipe', 'pipe', 'inherit'],
      cwd: tmpdir(),
    });
    child.stdout.on('data', (chunk: Buffer) => {
      for (const sign of chunk.toString()) {
        if (sign === 'c') count('clients');
        if (sign === 's') count('sessions');
      }
    });
    const ended = once(child, 'exit');
    const isKilled = number % 3 === 2;
    if (isKilled) void killAfter(child, 600 + ((number * 7919) % 1500)).then((was) => was && count('killed'));
    const end = (): void => void child.stdin.end();
    stop.addEventListener('abort', end);
    const [code] = await ended;
    stop.removeEventListener('abort', end);
    if (code) throw new Error(`A process of the lab ended with code ${code}.`);
  }
}

const PROGRAM = fileURLToPath(new URL('stress-process.mjs', import.meta.url));

async function killAfter(child: ChildProcess, ms: number): Promise<boolean> {
  await delay(ms);
  return child.exitCode === null && child.kill('SIGKILL');
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

async function tmux(socket: string, ...args: readonly string[]): Promise<string> {
  const { TMUX, TMUX_PANE, ...env } = process.env;
  const { stdout } = await promisify(execFile)('tmux', ['-L', socket, '-f', '/dev/null', ...args], { env });
  return stdout;
}
