import { type HostOptions, terminalCommand } from '../hosts/index.js';
import { cleanEnvironment, type Tmux, tmuxPrefix } from '../tmux/index.js';
import { liveWorker } from './find-worker.js';
import type { WorkerServices } from './worker-services.js';

export interface AttachOptions {
  /** Look, but do not touch. */
  readonly readOnly?: boolean;
  /**
   * The environment of the terminal that will attach: inside tmux its client is switched.
   * @default process.env
   */
  readonly env?: { readonly TMUX?: string | undefined };
}

/** What a person's terminal has to run to get into a worker's window. */
export interface AttachCommand {
  readonly argv: readonly string[];
  /** `switch`: the terminal is in that tmux already, and only turns to the window. */
  readonly kind: 'attach' | 'switch';
}

/** Makes the command that puts a person into the window of a worker, wherever that is. */
export async function attachCommand(
  services: WorkerServices,
  name: string,
  options: AttachOptions = {},
): Promise<AttachCommand> {
  const { tmux, pane } = await liveWorker(services, name);
  return paneAttachCommand(tmux, pane.id, services.config.connect ?? {}, options);
}

/** The same for the window of any pane. */
export async function paneAttachCommand(
  tmux: Tmux,
  paneId: string,
  hostOptions: HostOptions,
  { readOnly = false, env = process.env }: AttachOptions = {},
): Promise<AttachCommand> {
  const { windowId, sessionName } = await tmux.pane(paneId).info();
  const { address } = tmux.host;
  const target = `=${sessionName}:${windowId}`;
  const prefix = tmuxPrefix(address.socket);
  const [, serverPid] = (env.TMUX ?? '').split(',');
  const isInside = address.kind === 'local' && serverPid === String(tmux.server?.pid);
  // A client that is switched would stay read-only everywhere else, too.
  if (isInside && !readOnly) return { kind: 'switch', argv: [...prefix, 'switch-client', '-t', target] };
  const attach = [...prefix, '-u', 'attach-session', ...(readOnly ? ['-r'] : []), '-t', target];
  // Inside another tmux a client refuses to start.
  const argv = address.kind === 'local' && env.TMUX ? [...cleanEnvironment, ...attach] : attach;
  return { kind: 'attach', argv: terminalCommand(address, argv, hostOptions) };
}
