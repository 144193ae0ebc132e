import { randomBytes } from 'node:crypto';
import { type CallOptions, Deadline, deferred, isMuxError, MuxError } from '../model/index.js';
import type { Command, Pane, Session, TmuxContext } from '../tmux/index.js';
import { shellDefaults } from './exec-options.js';
import { launchShell } from './integration/launch-shell.js';
import { Shell } from './shell.js';
import { notIntegratedError } from './shell-errors.js';
import { ShellPane } from './shell-pane.js';
import { readShellState, type ShellKind } from './shell-state.js';
import { ShellTap } from './shell-tap.js';

export interface OpenShellOptions extends CallOptions {
  /**
   * Name or path of a bash, zsh, fish or any `sh`.
   * @default the user's `$SHELL` if it is one of them, else bash, else sh
   */
  readonly shell?: string;
  readonly cwd?: string;
  /** Added to the environment of the shell. */
  readonly env?: Readonly<Record<string, string>>;
  /** Name of the window (default: tmux names it after its program). */
  readonly name?: string;
  /**
   * Milliseconds until the shell must be at its first prompt; the user's own configuration counts.
   * @default 60000
   */
  readonly timeoutMs?: number;
}

/**
 * Opens a shell in a separate background window, for running commands one after another.
 *
 * @example
 * const shell = await openShell(session, { shell: 'bash', cwd: '/src' });
 * const { code, output } = await shell.exec('git status --short');
 */
export async function openShell(session: Session, options: OpenShellOptions = {}): Promise<Shell> {
  const { cwd, env, name } = options;
  const nonce = randomBytes(16).toString('hex');
  const launch = launchShell(nonce, checkShell(options.shell));
  const pane = await session.newWindow({
    command: launch.command,
    env: { ...env, ...launch.env },
    ...(cwd !== undefined && { cwd }),
    ...(name !== undefined && { name }),
  });
  try {
    return await awaitShell(pane, nonce, options);
  } catch (error) {
    await pane.kill().catch(() => {});
    throw error;
  }
}

/**
 * Waits for the first prompt of a shell that was launched in a pane with `launchShell()`. From then on the pane
 * remembers it, and `attachShell()` finds it.
 */
export async function awaitShell(
  pane: Pane,
  nonce: string,
  options: Pick<OpenShellOptions, 'shell' | 'timeoutMs' | 'signal'> = {},
): Promise<Shell> {
  using deadline = new Deadline({
    timeoutMs: shellDefaults.openTimeoutMs,
    ...options,
    what: `Opening a shell in pane ${pane.id}`,
  });
  const tap = new ShellTap(pane, nonce);
  try {
    const kind = await firstPrompt(pane.tmux, pane, nonce, tap, deadline, options.shell);
    await pane.options.set(SHELL_OPTION, `${nonce} ${kind}`);
    return new Shell(new ShellPane(pane.tmux, pane, nonce, kind, tap));
  } catch (error) {
    await tap.close();
    const screen = await pane.capture().catch(() => '');
    if (!isMuxError(error, 'TIMEOUT')) throw error;
    throw notIntegratedError(`The shell in pane ${pane.id} did not reach a prompt that muxwright set up.`, {
      screen,
    });
  }
}

/**
 * Finds a shell again that an earlier process opened: its pane remembers. One that is still starting is waited for.
 *
 * @example
 * await using shell = await attachShell(tmux.pane('%3'));
 */
export async function attachShell(pane: Pane, options: CallOptions = {}): Promise<Shell> {
  const value = await pane.options.get(SHELL_OPTION);
  const [, nonce, kind] = /^([0-9a-f]{32})(?: (bash|zsh|fish|sh))?$/.exec(value ?? '') ?? [];
  if (nonce === undefined) {
    throw notIntegratedError(`The program in pane ${pane.id} is not a shell that muxwright opened.`, {
      pane: pane.id,
    });
  }
  if (kind === undefined) return awaitShell(pane, nonce, options);
  return new Shell(new ShellPane(pane.tmux, pane, nonce, kind as ShellKind));
}

/** Makes a pane remember the shell that is launched in it, for `attachShell()`. */
export function rememberShell(target: string, nonce: string): Command {
  return ['set-option', '-p', '-t', target, SHELL_OPTION, nonce];
}

const SHELL_OPTION = '@muxwright_shell';

async function firstPrompt(
  tmux: TmuxContext,
  pane: Pane,
  nonce: string,
  tap: ShellTap,
  deadline: Deadline,
  wanted: string | undefined,
): Promise<ShellKind> {
  let changed = (): void => {};
  const wake = (): void => changed();
  using _listening = await deadline.race(tap.listen({ mark: wake, gap: wake, closed: wake }));
  for (;;) {
    const change = deferred();
    changed = change.resolve;
    const state = await deadline.race(readShellState(tmux, pane.id, nonce));
    if (state.activity === 'gone') throw endedAtOnce(wanted, state.code);
    if (state.kind) return state.kind;
    await deadline.race(change.promise);
  }
}

function endedAtOnce(wanted: string | undefined, code: number): MuxError {
  const shell = wanted ?? 'The shell';
  if (code === 127) {
    return new MuxError('PROGRAM_NOT_FOUND', `${shell} is not on the host.`, {
      suggestion: "Omit `shell` to use an installed one, or use 'sh'.",
    });
  }
  return notIntegratedError(`${shell} ended with code ${code} before its first prompt.`, { code });
}

/** Checks that a shell is one that can be integrated; the empty string leaves the choice to the host. */
export function checkShell(shell = ''): string {
  if (shell === '' || /^(?:.*\/)?(?:bash|zsh|fish|sh|dash|ash|busybox)$/.test(shell)) return shell;
  throw new MuxError('INVALID_ARGUMENT', `'${shell}' is not a shell that can be integrated.`, {
    suggestion: 'Use bash, zsh, fish or a POSIX sh: dash, ash, busybox.',
  });
}
