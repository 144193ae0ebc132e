import { listFolder, readLinks } from './proc-files.js';

export interface TerminalHolders {
  /** The processes that have a terminal open, by the path they have it under: `/dev/pts/3`. */
  readonly processes: ReadonlyMap<string, readonly number[]>;
  /** Whether some process may be missing, because not all could be looked at, or not recently enough. */
  readonly cut: boolean;
}

/**
 * Which processes of this machine have which terminal open. That is asked of each process, which takes some
 * milliseconds, so that the answer is shared: it is as old as `maxAgeMs` at most.
 */
export function terminalHolders(maxAgeMs: number): TerminalHolders {
  return shared.get(maxAgeMs);
}

/**
 * An answer that is shared. With thousands of processes it takes a tenth of a second or more, in which this process does
 * nothing else. So an expensive answer is followed by a rest, in which the last one is given again, marked as cut.
 */
export class SharedHolders {
  readonly #read: () => TerminalHolders;
  readonly #now: () => number;
  readonly #usedMs: () => number;
  #last: TerminalHolders | undefined;
  #at = Number.NEGATIVE_INFINITY;
  #restsUntil = Number.NEGATIVE_INFINITY;

  /** @param usedMs the processor time that this process has used, which does not count what other processes do meanwhile */
  constructor(
    read: () => TerminalHolders,
    now: () => number = () => performance.now(),
    usedMs: () => number = processorMs,
  ) {
    this.#read = read;
    this.#now = now;
    this.#usedMs = usedMs;
  }

  get(maxAgeMs: number): TerminalHolders {
    const now = this.#now();
    if (this.#last && now - this.#at <= maxAgeMs) return this.#last;
    if (this.#last && now < this.#restsUntil) return { ...this.#last, cut: true };
    const before = this.#usedMs();
    this.#last = this.#read();
    const tookMs = this.#usedMs() - before;
    this.#at = now;
    this.#restsUntil = tookMs > CHEAP_MS ? this.#now() + tookMs * REST : Number.NEGATIVE_INFINITY;
    return this.#last;
  }
}

/** With some hundred processes it takes about 10 ms. */
const CHEAP_MS = 40;
/** So many times as long as it took, nothing is read: at most a tenth of the time goes into it. */
const REST = 9;

function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

/** Beyond that the answer is marked as cut. */
const MOST_DESCRIPTORS = 50_000;

function readHolders(): TerminalHolders {
  const processes = new Map<string, number[]>();
  let left = MOST_DESCRIPTORS;
  for (const name of listFolder('/proc')) {
    if (left <= 0) break;
    if (!/^\d+$/.test(name)) continue;
    const links = Object.values(readLinks(Number(name)) ?? {});
    left -= links.length;
    for (const terminal of new Set(links.filter((link) => link.startsWith('/dev/pts/')))) {
      processes.set(terminal, [...(processes.get(terminal) ?? []), Number(name)]);
    }
  }
  return { processes, cut: left <= 0 };
}

const shared = new SharedHolders(readHolders);
