import { runInTerminal } from '../../hosts/index.js';
import { paneAttachCommand } from '../../workers/index.js';
import type { BaseRuntime } from '../base-runtime.js';
import { resolveTarget } from '../targets/resolve-target.js';

export interface AttachTerminalOptions {
  /** The host of a pane id or a tmux target. */
  readonly host?: string;
  /** Look, but do not touch. */
  readonly readOnly: boolean;
}

export interface AttachArgv {
  readonly argv: readonly string[];
  /** `switch`: the terminal is in that tmux already, and only turns to the window. */
  readonly kind: 'attach' | 'switch';
}

/** The command that puts a person's terminal into the window of any target. */
export async function attachArgv(
  runtime: BaseRuntime,
  target: string,
  { host, readOnly }: AttachTerminalOptions,
): Promise<AttachArgv> {
  const { tmux, pane } = await resolveTarget(runtime, target, host);
  const command = await paneAttachCommand(tmux, pane.id, runtime.hostOptions, { readOnly });
  // A window is attached to with its active pane; this one shall have the cursor.
  if (!readOnly) await tmux.command('select-pane', '-t', pane.id);
  return command;
}

/** Hands the terminal of this process over to such a command, and resolves when the person has come back. */
export function handOver({ argv }: AttachArgv): Promise<number> {
  return runInTerminal(argv);
}
