/**
 * What the kernel says about a pane's terminal at one moment: plain data, so that it can be kept, compared and shown.
 * In it are the processes that can read the terminal: those in its foreground, and those of other sessions that have it
 * open (`su -c`, `setsid`, a pinentry); and those in the foreground of terminals below it, which a program like `script`
 * makes.
 */
export interface TerminalFacts {
  /** As `uname -s` says. On anything but Linux the rest is empty. */
  readonly system: string;
  /** As `uname -m` says. */
  readonly machine: string;
  /** Device number of the pane's terminal; 0 where the pane has none, or is gone. */
  readonly terminal: number;
  readonly processes: readonly ProcessFacts[];
  readonly modes: readonly TerminalModes[];
  /** Whether there were too many processes to look at all of them. */
  readonly cut: boolean;
  /** Whether all processes of the host were looked at, not only those that the pane's process has started. */
  readonly whole: boolean;
}

export interface ProcessFacts {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  /** Device number of its controlling terminal. */
  readonly terminal: number;
  readonly name: string;
  /** The letter that ps shows: R, S, D, T, Z. */
  readonly state: string;
  /** User and system time in clock ticks, of all threads. */
  readonly cpuTicks: number;
  readonly threads: readonly ThreadFacts[];
  /** What its file descriptors lead to; `undefined` where that may not be read. */
  readonly files: Readonly<Record<number, string>> | undefined;
  /** Whether the kernel signals input of its terminal to it, so that it need not look (`O_ASYNC`). */
  readonly signalled?: boolean;
}

export interface ThreadFacts {
  readonly id: number;
  /** How often it was given a processor: the same number twice means that it has not run in between. */
  readonly timeslices: number;
  /** The system call it is in; `undefined` where that may not be read, or is not understood. */
  readonly call: ThreadCall | undefined;
  /** The kernel function it sleeps in; empty where that may not be read. */
  readonly waitChannel: string;
  /** Descriptors that it waits for input on; `undefined` where the call is for several, and they may not be read. */
  readonly awaits: readonly number[] | undefined;
}

/** A system call by its name; `running` for a thread that is in none. */
export interface ThreadCall {
  readonly name: string;
  /** Whether it ends by itself after a time. */
  readonly timed: boolean;
  /** The time after which it ends by itself, where that could be read. */
  readonly timeoutMs?: number;
  /** The descriptor that it writes to. */
  readonly writes?: number;
}

export interface TerminalModes {
  readonly terminal: number;
  /** The terminal gathers lines, which can be edited with Backspace only. */
  readonly canonical: boolean;
  /** The terminal shows what is typed. */
  readonly echo: boolean;
  /** A read ends by itself after so long without a key, as `stty min 0 time 10` and the half delay of curses have it. */
  readonly readTimeoutMs?: number;
  /** Of a terminal below that of the pane: nobody has given it a number of rows and columns. */
  readonly sizeless?: boolean;
}

export interface TerminalVerdict {
  readonly state: 'waiting' | 'running' | 'unknown';
  readonly confidence: 'certain' | 'likely' | 'guess';
  /**
   * What is awaited: a `line`, a `password` (a line that is not shown), or a `key`: the terminal hands over every
   * key, as editors, pagers and shells with a line editor want it.
   */
  readonly kind?: 'line' | 'password' | 'key';
  /** One sentence. */
  readonly reason: string;
  /** The process that waits, or that works. */
  readonly process?: { readonly pid: number; readonly name: string };
  /** Where it waits: after so many milliseconds the program wakes up by itself. */
  readonly timeoutMs?: number;
  /** Where it waits: the same value means that the thread has not run since, so that it is still the same wait. */
  readonly wait?: string;
}

/** `/dev/pts/N` of a device number as `/proc/PID/stat` has it; `undefined` for what is no pseudo-terminal. */
export function terminalDevice(terminal: number): string | undefined {
  const major = (terminal >>> 8) & 0xfff;
  const minor = (terminal & 0xff) | ((terminal >>> 12) & 0xfff00);
  return major >= 136 && major <= 143 ? `/dev/pts/${(major - 136) * 256 + minor}` : undefined;
}
