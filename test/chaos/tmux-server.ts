import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Watchdog } from '../../src/testing/watchdog.js';

/** What faults do to a tmux server, wherever it is. */
export interface ServerControl {
  readonly pid: number | undefined;
  start(): Promise<void>;
  signal(name: NodeJS.Signals): void;
  kill(): Promise<void>;
}

/**
 * A tmux server as a child of this process, so that its end is seen, and how it came. Where a process of the round was
 * quicker to start one after a kill, that one is used.
 */
export class TmuxServer implements ServerControl {
  readonly socket: string;
  readonly #env: NodeJS.ProcessEnv;
  readonly #watchdog: Watchdog;
  readonly #onCrash: (how: string) => void;
  #pid: number | undefined;
  /** Servers that were ended by a fault. */
  readonly #killed = new Set<number>();

  constructor(socket: string, env: NodeJS.ProcessEnv, watchdog: Watchdog, onCrash: (how: string) => void) {
    this.socket = socket;
    this.#env = env;
    this.#watchdog = watchdog;
    this.#onCrash = onCrash;
  }

  get pid(): number | undefined {
    return this.#pid;
  }

  async start(): Promise<void> {
    const child = spawn('tmux', ['-L', this.socket, '-f', '/dev/null', '-D'], {
      env: this.#env,
      stdio: 'ignore',
      cwd: '/',
    });
    this.#watchdog.guard(child);
    child.once('exit', (code, signal) => {
      if (this.#pid === child.pid && !this.#killed.has(child.pid ?? 0))
        this.#onCrash(`exit code ${code}, signal ${signal}`);
    });
    // It listens a moment after its start.
    for (let tries = 0; ; tries++) {
      try {
        await this.#ask('new-session', '-d', '-s', 'main', 'exec sleep 100000');
        break;
      } catch (error) {
        if (tries === 500) throw error;
        await delay(20);
      }
    }
    this.#pid = Number(await this.#ask('display-message', '-p', '#{pid}'));
    if (this.#pid !== child.pid) this.#watchdog.guard(foreign(this.#pid));
  }

  signal(name: NodeJS.Signals): void {
    try {
      if (this.#pid !== undefined) process.kill(this.#pid, name);
    } catch {
      // It has ended by itself, which is told elsewhere.
    }
  }

  /** Ends it without a word. */
  async kill(): Promise<void> {
    const pid = this.#pid;
    if (pid === undefined) return;
    this.#killed.add(pid);
    this.signal('SIGKILL');
    while (isAlive(pid)) await delay(5);
  }

  async #ask(...words: string[]): Promise<string> {
    const args = ['-N', '-L', this.socket, ...words];
    return (await promisify(execFile)('tmux', args, { env: this.#env, timeout: 60_000 })).stdout.trim();
  }
}

function isAlive(pid: number): boolean {
  return existsSync(`/proc/${pid}/fd/0`);
}

/** A process that is not our child, for a watchdog that asks for no more of it. */
function foreign(pid: number): ChildProcess {
  return { pid, once: () => {} } as unknown as ChildProcess;
}
