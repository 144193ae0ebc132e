import { shellQuote } from '../model/index.js';
import { mainScript, openingScript, WATCH_SECONDS } from './wrapper-script.js';

/** What the wrapper needs to know; everything but the command's argv travels in the environment, unseen by `ps`. */
export interface WrapperSettings {
  readonly id: string;
  /** Folder of logs and exit files on the host. */
  readonly folder: string;
  /** A shell string, or an exact argv. */
  readonly command: string | readonly string[];
  /** Path of the shell that runs it: bash where there is one. */
  readonly shell: string;
  /** Whether that shell reads the user's login files first. */
  readonly login: boolean;
  readonly env: Readonly<Record<string, string | Uint8Array>>;
  readonly cwd: string | undefined;
  readonly size: { readonly width: number; readonly height: number } | undefined;
  readonly interactive: boolean;
  /** Whether the command waits for a key that nobody sees, so that whoever follows it misses nothing. */
  readonly held: boolean;
  /**
   * Whether the command reads from a pipe, and not from its terminal. Such a command is held as well: the key says that
   * the pipe has its writer. Without that key the command is not run.
   */
  readonly pipedInput: boolean;
  /** 0: no limit. */
  readonly timeoutMs: number;
  /** Between the polite and the final signal when time is up. */
  readonly graceMs: number;
  readonly startNonce: string;
  readonly exitNonce: string;
  /** What shows that an end was told by the wrapper; nobody else on the host has it before the command has ended. */
  readonly proof: string;
  /** Program text for the recorder; `undefined` where a process elsewhere records: the command waits for it. */
  readonly recorder: string | undefined;
  /**
   * How long the command waits for its recorder, and its pane for the recorder at the end.
   * @default 30_000
   */
  readonly recorderMs?: number;
  /**
   * How long a command that is held waits; a terminal counts it in tenths of a second, up to 25.5 seconds.
   * @default 25_000
   */
  readonly heldMs?: number;
}

/** The argv and environment of a run's window. */
export interface WrapperLaunch {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string | Buffer>>;
}

/**
 * A command as it is started in its window: by a small `sh` that hands the recorder its program, tells start and end
 * by sentinels, keeps the time limit, and leaves the exit file.
 */
export function wrapperLaunch(settings: WrapperSettings): WrapperLaunch {
  const { command } = settings;
  const argv = typeof command === 'string' ? [] : command;
  return {
    argv: ['sh', '-c', 'eval "$MUXWRIGHT_WRAPPER"', 'muxwright', ...argv],
    env: {
      MUXWRIGHT_WRAPPER: openingScript,
      MUXWRIGHT_MAIN: mainScript,
      MUXWRIGHT_NONCES: `${settings.startNonce} ${settings.exitNonce} ${settings.proof}`,
      MUXWRIGHT_RUN: runAssignments(settings),
      MUXWRIGHT_SETUP: commandSetup(settings),
      ...(typeof command === 'string' ? { MUXWRIGHT_COMMAND: command } : {}),
      ...(settings.recorder === undefined ? {} : { MUXWRIGHT_RECORDER: settings.recorder }),
    },
  };
}

function runAssignments(settings: WrapperSettings): string {
  const values = {
    id: settings.id,
    base: `${settings.folder}/${settings.id}`,
    shell: settings.shell,
    flags: settings.login ? '-lc' : '-c',
    size: settings.size ? `rows ${settings.size.height} cols ${settings.size.width}` : '',
    interactive: settings.interactive ? '1' : '',
    held: settings.held || settings.pipedInput ? '1' : '',
    tenths: String(Math.ceil((settings.heldMs ?? HELD_MS) / 100)),
    piped: settings.pipedInput ? '1' : '',
    limit: settings.timeoutMs > 0 ? String((settings.timeoutMs % WATCH_MS) / 1000) : '',
    whole: String(Math.floor(settings.timeoutMs / WATCH_MS) * WATCH_SECONDS),
    grace: String(settings.graceMs / 1000),
    patience: String((settings.recorderMs ?? RECORDER_MS) / 1000),
    inner: typeof settings.command === 'string' ? runString : runArguments,
  };
  return Object.entries(values)
    .map(([name, value]) => `${name}=${shellQuote(value)}`)
    .join(' ');
}

/** Run by the command's own shell, behind its login files: what the caller asked for has the last word. */
function commandSetup(settings: WrapperSettings): Buffer {
  const lines: Buffer[] = [];
  for (const [name, value] of Object.entries(settings.env)) {
    lines.push(Buffer.from(`export ${name}=`), quoteBytes(value), Buffer.from('\n'));
  }
  if (settings.cwd !== undefined) lines.push(Buffer.from(`cd -- ${shellQuote(settings.cwd)} || exit 1\n`));
  return Buffer.concat(lines);
}

function quoteBytes(value: string | Uint8Array): Buffer {
  const text = typeof value === 'string' ? Buffer.from(value) : Buffer.from(value);
  return Buffer.from(shellQuote(text.toString('latin1')), 'latin1');
}

/** `eval` sees the command whole, so that no comment or open quote of it can swallow what follows. */
const runString = [
  'set -- "$MUXWRIGHT_COMMAND" "$MUXWRIGHT_SETUP"',
  'unset MUXWRIGHT_COMMAND MUXWRIGHT_SETUP',
  'case $0 in */bash) set -o pipefail ;; *) (set -o pipefail) 2>/dev/null && set -o pipefail ;; esac',
  'eval "$2"',
  // In one line, so that the shell's complaints count lines from the command's first.
  'eval "shift 2; $1"',
].join('; ');

const runArguments = `eval "$MUXWRIGHT_SETUP"
unset MUXWRIGHT_SETUP
exec "$@"`;

/**
 * How long to wait for the recorder; it answers in milliseconds unless it was killed. At the end the pane must stay until
 * then, because tmux drops what it has not passed on when a pane ends.
 */
const RECORDER_MS = 30_000;

/**
 * How long a held command waits: about the most that a terminal can be told. The key that lets it go is one that no
 * terminal echoes: it may come before the echo is off.
 */
const HELD_MS = 25_000;

const WATCH_MS = WATCH_SECONDS * 1000;
