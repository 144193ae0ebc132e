import { setTimeout as pause } from 'node:timers/promises';
import {
  type Host,
  judgeTerminal,
  probeTerminal,
  sameActivity,
  stillWaits,
  type TerminalFacts,
  type TerminalVerdict,
  untilRead,
} from '../../hosts/index.js';

/** What the kernel says of a program, and whether it can be relied on. */
export interface KernelLook extends TerminalVerdict {
  /** Certain at once; otherwise nothing has run between two looks. */
  readonly steady: boolean;
}

export interface WatchedTerminal {
  readonly pid: number;
  readonly tty: string;
}

/** Asks the kernel of a host about the programs of one terminal. */
export class KernelWatch {
  readonly #host: Host;
  readonly #terminal: WatchedTerminal;
  #last: { readonly facts: TerminalFacts; readonly at: number } | undefined;
  #lasting: { readonly what: string; readonly since: number; looks: number } | undefined;
  verdict: KernelLook | undefined;
  readonly #onVerdict: ((verdict: KernelLook) => void) | undefined;

  /** @param onVerdict receives each answer */
  constructor(host: Host, terminal: WatchedTerminal, onVerdict?: (verdict: KernelLook) => void) {
    this.#onVerdict = onVerdict;
    this.#host = host;
    this.#terminal = terminal;
  }

  async ask(): Promise<KernelLook> {
    const before = this.#last;
    const facts = await probeTerminal(this.#host, this.#terminal.pid, { timeoutMs: PROBE_MS });
    const at = performance.now();
    const verdict = judgeTerminal(facts);
    const same = before !== undefined && sameActivity(before.facts, facts);
    if (!same) this.#last = { facts, at };
    const isResting = same && before !== undefined && at - before.at >= BETWEEN_MS;
    const steady = verdict.confidence === 'certain' || isResting || this.#isLasting(verdict, at);
    this.verdict = { ...verdict, steady };
    this.#onVerdict?.(this.verdict);
    return this.verdict;
  }

  /** A program with a clock of its own, or with threads that never rest, is seen in the same state again and again. */
  #isLasting({ state, kind }: TerminalVerdict, at: number): boolean {
    const what = `${state} ${kind}`;
    if (this.#lasting?.what !== what) this.#lasting = { what, since: at, looks: 0 };
    this.#lasting.looks++;
    return this.#lasting.looks >= LASTING_LOOKS && at - this.#lasting.since >= LASTING_MS;
  }

  /**
   * Waits until what was sent has been read, at most so long. A program that was blocked in a read and has run since has
   * read it; of others the terminal is asked how much is left.
   */
  async untilRead(before: KernelLook | undefined, timeoutMs: number): Promise<void> {
    this.#last = undefined;
    this.#lasting = undefined;
    const isBlocked = before?.confidence === 'certain' && before.timeoutMs === undefined;
    if (isBlocked && before.wait !== undefined && (await this.#runsSoon(before.wait))) return;
    await untilRead(this.#host, this.#terminal, {
      timeoutMs,
      signal: AbortSignal.timeout(timeoutMs + PROBE_MS),
    });
  }

  /** Whether a thread that was blocked runs within some milliseconds; where that cannot be seen from here, it does not. */
  async #runsSoon(wait: string): Promise<boolean> {
    if (this.#host.address.kind !== 'local') return false;
    for (const pauseMs of [0, 1, 2, 4, 8, 16]) {
      if (!stillWaits(this.#host, wait)) return true;
      await pause(pauseMs);
    }
    return false;
  }

  /**
   * Whether nothing can change any more without input: the program is certainly blocked in a read, and any other process
   * that has the terminal open is known to rest.
   */
  async nothingElseCanPrint(): Promise<boolean> {
    const facts = this.#last?.facts;
    const { state, confidence, timeoutMs } = this.verdict ?? {};
    if (!facts || facts.cut || state !== 'waiting' || confidence !== 'certain' || timeoutMs !== undefined)
      return false;
    const { stdout } = await this.#host.script(HOLDERS, [], { timeoutMs: PROBE_MS });
    // The shell around the program only waits for its end.
    const known = new Set([this.#terminal.pid, ...facts.processes.map(({ pid }) => pid)]);
    return holdersOf(this.#terminal.tty, stdout.toString()).every((pid) => known.has(pid));
  }
}

const HOLDERS = 'ls -l /proc/[0-9]*/fd 2>/dev/null; :';

function holdersOf(tty: string, listing: string): number[] {
  const found: number[] = [];
  let pid = 0;
  for (const line of listing.split('\n')) {
    const folder = /^\/proc\/(\d+)\/fd:$/.exec(line);
    if (folder) pid = Number(folder[1]);
    else if (line.endsWith(` -> ${tty}`)) found.push(pid);
  }
  return found;
}

/** Two looks this far apart that see the same have seen a program that rests. */
const BETWEEN_MS = 15;
const LASTING_LOOKS = 3;
const LASTING_MS = 80;
const PROBE_MS = 30_000;
