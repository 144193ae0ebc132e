import { Deadline, MuxError } from '../model/index.js';
import { type HostStream, hostDefaults, type ProgramResult, type ScriptOptions } from './host.js';
import { ScriptFrame } from './script-frame.js';
import { NotStarted, ScriptShell } from './script-shell.js';

/** What opens a shell that runs scripts; its name in a list of processes says whose it is. */
export const SHELL_ARGV: readonly string[] = ['sh', '-s', 'muxwright'];

/**
 * The shells of one host that scripts run in. One is opened by the first script; more, up to four, while all are
 * busy. One that nobody needed for a while is closed.
 */
export class ScriptShells {
  readonly #open: () => Promise<HostStream>;
  readonly #place: string;
  readonly #timeoutMs: number;
  readonly #shells = new Set<ScriptShell>();
  /** Free ones, the last used last: it is taken first, so that the others are closed some time. */
  readonly #idle = new Map<ScriptShell, NodeJS.Timeout>();
  readonly #waiting = new Set<Waiting>();
  /** Shells on their way up, and on their way down. */
  readonly #opening = new Set<Promise<void>>();
  readonly #closing = new Set<Promise<void>>();
  #closed = false;

  constructor(open: () => Promise<HostStream>, place: string, timeoutMs: number) {
    this.#open = open;
    this.#place = place;
    this.#timeoutMs = timeoutMs;
  }

  async run(script: string, args: readonly string[], options: ScriptOptions = {}): Promise<ProgramResult> {
    const { timeoutMs, signal, maxOutputBytes = hostDefaults.maxOutputBytes } = options;
    const given = { what: `Running a script on ${this.#place}`, ...(signal && { signal }) };
    // The default deadline starts when a shell is free: opening one has a deadline of its own, and so has every script
    // that is in front of this one.
    using reaching = new Deadline({ ...given, timeoutMs: timeoutMs ?? 0 });
    for (;;) {
      const frame = new ScriptFrame(script, args, maxOutputBytes);
      const shell = await this.#acquire(reaching);
      const { isNew } = shell;
      using running =
        timeoutMs === undefined ? new Deadline({ ...given, timeoutMs: this.#timeoutMs }) : undefined;
      try {
        return await shell.run(frame, running ?? reaching);
      } catch (error) {
        // A shell that served before may have died unseen; a new one that dies at once would do so again.
        if (!(error instanceof NotStarted) || isNew || this.#closed) throw error;
      } finally {
        this.#release(shell);
      }
    }
  }

  /** Ends all shells; scripts that run or wait fail with `CLOSED`. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const waiting of this.#waiting) waiting.reject(this.#closedError());
    for (const shell of [...this.#shells]) this.#drop(shell, this.#closedError());
    await Promise.all(this.#closing);
  }

  /** Whoever comes first serves the caller: a new shell, or one that becomes free while that is being opened. */
  async #acquire(deadline: Deadline): Promise<ScriptShell> {
    if (deadline.error) throw deadline.error;
    if (this.#closed) throw this.#closedError();
    const idle = [...this.#idle.keys()].pop();
    if (idle) {
      clearTimeout(this.#idle.get(idle));
      this.#idle.delete(idle);
      return idle;
    }
    let waiting: Waiting | undefined;
    const handed = new Promise<ScriptShell>((resolve, reject) => {
      waiting = { resolve, reject };
      this.#waiting.add(waiting);
    });
    this.#openAnother();
    try {
      return await deadline.race(handed);
    } catch (error) {
      // One that is handed over in the very moment of the deadline must not get lost.
      handed.then((shell) => this.#release(shell)).catch(() => undefined);
      throw error;
    } finally {
      if (waiting) this.#waiting.delete(waiting);
    }
  }

  #openAnother(): void {
    const wanted = this.#waiting.size - this.#opening.size;
    if (this.#closed || wanted <= 0 || this.#shells.size + this.#opening.size >= MAX_SHELLS) return;
    const opening = this.#openShell().finally(() => this.#opening.delete(opening));
    this.#opening.add(opening);
  }

  async #openShell(): Promise<void> {
    try {
      const stream = await this.#open();
      const shell = new ScriptShell(stream, this.#place);
      this.#shells.add(shell);
      void shell.closed.then(() => this.#drop(shell));
      this.#release(shell);
    } catch (error) {
      // Where there are other shells, those who wait will get one of them.
      if (this.#shells.size > 0 || this.#opening.size > 1) return;
      for (const waiting of this.#waiting) waiting.reject(error);
      this.#waiting.clear();
    }
  }

  /** Hands a shell that is free to who has waited longest. */
  #release(shell: ScriptShell): void {
    if (!shell.usable || this.#closed) {
      this.#drop(shell);
      return;
    }
    const [next] = this.#waiting;
    if (next) {
      this.#waiting.delete(next);
      next.resolve(shell);
      return;
    }
    const timer = setTimeout(() => this.#drop(shell), IDLE_MS);
    this.#idle.set(shell, timer.unref());
  }

  #drop(shell: ScriptShell, reason?: MuxError): void {
    if (!this.#shells.delete(shell)) return;
    clearTimeout(this.#idle.get(shell));
    this.#idle.delete(shell);
    const closing = shell.close(reason).finally(() => this.#closing.delete(closing));
    this.#closing.add(closing);
    this.#openAnother();
  }

  #closedError(): MuxError {
    return new MuxError('CLOSED', `The host ${this.#place} was closed.`);
  }
}

interface Waiting {
  readonly resolve: (shell: ScriptShell) => void;
  readonly reject: (error: unknown) => void;
}

/** A slow script must not hold up the others; over SSH each shell is one of the ten sessions of a connection. */
const MAX_SHELLS = 4;

const IDLE_MS = 60_000;
