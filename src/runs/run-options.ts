import { MuxError } from '../model/index.js';
import type { RedactionOptions } from '../redaction/index.js';
import { checkWindowName } from '../tmux/index.js';

/** How a command is run. */
export interface RunOptions extends RedactionOptions {
  /** The folder it starts in; the session's without it. */
  readonly cwd?: string;
  /** Exported to the command, behind the login files. Any bytes but NUL. */
  readonly env?: Readonly<Record<string, string | Uint8Array>>;
  /**
   * Whether the pane stays as an interactive shell when the command has ended.
   * @default true
   */
  readonly interactive?: boolean;
  /**
   * Name of the window.
   * @default 'auto:<id>'
   */
  readonly name?: string;
  /** What a prompt looks like; matched on the line that the cursor is on. */
  readonly promptDetectors?: readonly RegExp[];
  /**
   * Milliseconds until the command is ended, with all its processes; 0 means never. Kept by the host itself.
   * @default 0
   */
  readonly timeoutMs?: number;
  /**
   * Milliseconds between the polite signal and the final one.
   * @default 2000
   */
  readonly graceMs?: number;
  /**
   * Whether the shell reads the user's login files first, as `bash -lc` does.
   * @default true
   */
  readonly login?: boolean;
  /** Size of the terminal; that of the session without it. */
  readonly size?: { readonly width: number; readonly height: number };
  /**
   * Whether the command waits until somebody has taken its terminal (`run.terminal()`) or records it (`run.record()`),
   * 25 seconds at most, so that not a byte of it is missed.
   * @default false
   */
  readonly held?: boolean;
  /**
   * Whether the command reads from a pipe, which `run.terminal()` feeds, and not from its terminal. It waits for that
   * as one that is `held`; where nobody feeds it within 25 seconds it is not run.
   * @default false
   */
  readonly pipedInput?: boolean;
  /**
   * Form of the log: lines with a time in front, or an object a line.
   * @default 'text'
   */
  readonly logFormat?: 'text' | 'json';
  /**
   * Bytes after which a new file is begun; 0 means never.
   * @default 0
   */
  readonly maxLogBytes?: number;
  /**
   * Files kept besides the one that is written.
   * @default 4
   */
  readonly keepLogFiles?: number;
  /**
   * Record in this process where a redactor cannot be translated for the host's filter. Then the log ends when this
   * process does. Without it such a redactor is refused.
   * @default false
   */
  readonly recordHere?: boolean;
  /** Milliseconds of silence after which a live, interactive run counts as waiting, as a guess; 0 means never. */
  readonly silenceMs?: number;
  /**
   * What kind of command it is: policies and metrics go by it.
   * @default the name of the program
   */
  readonly type?: string;
  readonly tags?: readonly string[];
  /** Options of its own (`@name`) that its pane has from its first moment on. All who use the server can read them. */
  readonly paneOptions?: Readonly<Record<`@${string}`, string>>;
}

export const runDefaults = Object.freeze({
  session: 'muxwright',
  interactive: true,
  login: true,
  timeoutMs: 0,
  graceMs: 2_000,
  logFormat: 'text' as const,
  maxLogBytes: 0,
  keepLogFiles: 4,
  /** How long nothing must be printed before the kernel is asked whether the program waits. */
  quietMs: 150,
  /** The same for a look that counts only where the kernel is certain. */
  soonMs: 15,
  /** Between the two looks that must agree. */
  sampleMs: 20,
  /** The longest between two looks at a program that prints nothing. */
  longestLookMs: 15_000,
  silenceMs: 0,
  /** How long a recorder may need to make its files on a busy host. */
  recorderStartMs: 30_000,
  /** Lines of history that stand in for a log that is gone. */
  snapshotLines: 2_000,
});

/** The largest that one argument or variable of a program may be on Linux, with room for its name. */
const LONGEST_COMMAND = 120_000;

/** tmux makes no window wider or higher. */
const LARGEST_SIDE = 10_000;

/** Refuses what could not work, before anything has happened. */
export function checkRun(command: string | readonly string[], options: RunOptions): void {
  const words = typeof command === 'string' ? [command] : command;
  const [first] = words;
  if (first === undefined || first.trim() === '')
    throw invalid('The command is empty.', 'Give a command to run.');
  if (words.some((word) => word.includes('\0'))) {
    throw invalid('The command has a NUL byte in it, which no program can be given.', 'Remove it.');
  }
  if (words.some((word) => Buffer.byteLength(word) > LONGEST_COMMAND)) {
    throw new MuxError('COMMAND_TOO_LARGE', `The command is longer than ${LONGEST_COMMAND} bytes.`, {
      suggestion: 'Write it into a file on the host and run that.',
    });
  }
  checkEnvironment(options.env ?? {});
  for (const key of ['timeoutMs', 'graceMs', 'maxLogBytes', 'silenceMs', 'keepLogFiles'] as const) {
    const value = options[key];
    // Beyond that, shells cannot count.
    if (value !== undefined && !(value >= 0 && value <= Number.MAX_SAFE_INTEGER)) {
      throw invalid(`${key} is ${value}.`, 'Give a number from 0 on; 0 means no limit.');
    }
  }
  if (options.name !== undefined) checkWindowName(options.name);
  checkSize(options.size);
}

function checkSize(size: RunOptions['size']): void {
  if (!size) return;
  const fits = (cells: number): boolean => Number.isInteger(cells) && cells > 0 && cells <= LARGEST_SIDE;
  if (fits(size.width) && fits(size.height)) return;
  throw invalid(
    `The size ${size.width}x${size.height} is not a size that a terminal can have.`,
    `Give whole numbers from 1 to ${LARGEST_SIDE}.`,
  );
}

function checkEnvironment(env: Readonly<Record<string, string | Uint8Array>>): void {
  for (const [name, value] of Object.entries(env)) {
    if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) {
      throw new MuxError('INVALID_NAME', `'${name}' cannot name an environment variable.`, {
        suggestion: 'Use letters, digits and underscores, and no digit in front.',
      });
    }
    const zero = typeof value === 'string' ? value.includes('\0') : value.includes(0);
    if (zero) throw invalid(`The value of ${name} has a NUL byte in it.`, 'Remove it.');
  }
  const bytes = Object.values(env).reduce((sum, value) => sum + Buffer.from(value as string).length, 0);
  if (bytes > LONGEST_COMMAND) {
    throw new MuxError('COMMAND_TOO_LARGE', `The environment is larger than ${LONGEST_COMMAND} bytes.`, {
      suggestion: 'Write what is large into a file on the host.',
    });
  }
}

function invalid(message: string, suggestion: string): MuxError {
  return new MuxError('INVALID_ARGUMENT', message, { suggestion });
}

/** The name of the program in a command: `npm` of `NODE_ENV=test /usr/bin/npm run build`. */
export function commandType(command: string | readonly string[]): string {
  const words = typeof command === 'string' ? command.trim().split(/\s+/) : command;
  const program = words.find((word) => !/^[A-Za-z_]\w*=/.test(word)) ?? '';
  return /[^/]*$/.exec(program)?.[0].replace(/[^\w.+-]+$/, '') || 'shell';
}
