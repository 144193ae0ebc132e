import { randomBytes } from 'node:crypto';
import { launchShell, rememberShell } from '../../shells/index.js';
import {
  type Command,
  commandLine,
  launchCommand,
  launchFlags,
  literalFormat,
  parseRecord,
  pipeCommand,
  recordFormat,
} from '../../tmux/index.js';
import { type ActionContext, timestamp } from '../action-context.js';
import { preparePaneRecorder } from './pane-recorder.js';
import { numberCommands, type PaneNumbers, workspaceOptions } from './workspace-options.js';

export interface PaneLaunch {
  /** The command that makes the pane; what runs in it is put behind. */
  readonly open: Command;
  /** How the new pane is named right behind that command: `@1.2`. */
  readonly target: string;
  /** A format that has to be true for a pane, or nothing is done: `target` counts on it. */
  readonly guard?: { readonly pane: string; readonly condition: string };
  readonly title: string;
  readonly cwd: string;
  /** Carried out in the same moment, before anything is recorded: what is refused here leaves no recorder behind. */
  readonly also?: readonly Command[];
  /** A file on the host that is printed, and removed, before the shell starts. */
  readonly printed?: string | undefined;
  readonly created?: string | undefined;
  /** How far it was read before, as `encodeReadState()` writes it. */
  readonly read?: string | undefined;
  /** Numbers that it had before; the next ones without them. */
  readonly numbers?: PaneNumbers | undefined;
}

export interface LaunchedPane {
  readonly id: string;
  readonly address: string;
  readonly windowName: string;
}

/**
 * Opens a pane with a shell, its recorder, its number and its metadata as one group of commands. tmux reads nothing of
 * the pane in between, so the first byte is recorded, and nobody ever sees a pane that is not whole. `undefined` where
 * the guard did not hold.
 */
export async function launchPane(
  workspace: ActionContext,
  launch: PaneLaunch,
): Promise<LaunchedPane | undefined> {
  const { tmux, settings } = workspace;
  const { target, title, cwd } = launch;
  const created = launch.created ?? timestamp(workspace);
  const nonce = randomBytes(16).toString('hex');
  const shell = launchShell(nonce, settings.shell);
  const env = {
    ...settings.env,
    PANE_TITLE: title,
    PANE_CWD: cwd,
    PANE_CREATED: created,
    ...shell.env,
  };
  const recorder = await preparePaneRecorder(workspace);
  const { read } = launch;
  const notes = { title, cwd, created, shell: nonce, log: recorder.log, ...(read !== undefined && { read }) };
  const commands: Command[] = [
    [
      ...launch.open,
      ...launchFlags({ cwd, env }),
      ...launchCommand(startedBehind(launch.printed, shell.command)),
    ],
    ...(launch.also ?? []),
    pipeCommand(target, recorder.pipe),
    ...Object.entries(notes).map(
      ([name, value]): Command => setPane(target, name as keyof typeof notes, value),
    ),
    rememberShell(target, nonce),
    ['select-pane', '-t', target, '-T', literalFormat(title)],
    ...numberCommands(target, launch.numbers),
    ['display-message', '-p', '-t', target, recordFormat(LAUNCHED)],
  ];
  try {
    const bodies = await tmux.request(guarded(commands, launch.guard), { timeoutMs: LAUNCH_MS });
    const told = bodies.at(-1)?.toString().trim() ?? '';
    if (told === '') {
      await recorder.remove();
      return undefined;
    }
    const { id, address, windowName } = parseRecord(LAUNCHED, Buffer.from(told));
    await recorder.start();
    return { id, address, windowName };
  } catch (error) {
    await recorder.remove().catch(() => {});
    if (launch.printed !== undefined) await tmux.host.files.remove(launch.printed).catch(() => {});
    throw error;
  }
}

/** A busy machine may need a while to start a process. */
const LAUNCH_MS = 30_000;

const LAUNCHED = { id: 'pane_id', address: workspaceOptions.address, windowName: 'window_name' } as const;

function guarded(commands: readonly Command[], guard: PaneLaunch['guard']): readonly Command[] {
  return guard ? [['if-shell', '-F', '-t', guard.pane, guard.condition, commandLine(commands)]] : commands;
}

export function setPane(target: string, name: keyof typeof workspaceOptions, value: string): Command {
  return ['set-option', '-p', '-t', target, '--', workspaceOptions[name], value];
}

function startedBehind(printed: string | undefined, command: readonly string[]): readonly string[] {
  if (printed === undefined) return command;
  return ['sh', '-c', 'cat -- "$1"; rm -f -- "$1"; shift; exec "$@"', 'sh', printed, ...command];
}
