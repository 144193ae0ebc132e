import { isMuxError, MuxError } from '../model/index.js';
import type { TmuxContext } from './context.js';
import { type LaunchOptions, launchCommand, launchFlags } from './launch.js';
import { checkWindowName, literalFormat } from './names.js';
import type { Argument, Command } from './quote.js';

export interface EnsureSessionOptions extends LaunchOptions {
  /** Name of the first window; without it tmux names it after what runs there. */
  readonly windowName?: string;
  /**
   * Size of the windows while nobody is attached.
   * @default tmux's default-size, 80 columns and 24 rows
   */
  readonly size?: { readonly width: number; readonly height: number };
  /** Lines of history that panes of this session keep, the first one too. Other sessions keep theirs. */
  readonly historyLimit?: number;
  /** Options of its own (`@name`) that it has from its first moment on: whoever sees it sees them. */
  readonly userOptions?: Readonly<Record<`@${string}`, string>>;
}

/**
 * Creates a session and resolves with its id. It stays when its last client leaves, whatever the configuration says about
 * sessions that nobody is attached to.
 */
export async function createSession(
  tmux: TmuxContext,
  name: string,
  options: EnsureSessionOptions,
): Promise<string> {
  const { size, historyLimit, windowName } = options;
  const sizeFlags: Argument[] = size ? ['-x', String(size.width), '-y', String(size.height)] : [];
  const nameFlags: Argument[] =
    windowName === undefined ? [] : ['-n', literalFormat(checkWindowName(windowName))];
  const create: Argument[] = [
    '-d',
    '-P',
    '-F',
    '#{session_id} #{exit-unattached}',
    '-s',
    literalFormat(name),
    ...sizeFlags,
  ];
  const first: Argument[] = [...launchFlags(options), ...nameFlags, ...launchCommand(options.command)];
  // A name that begins with a sign of tmux's target language is none that a target finds by itself.
  const own = {
    ...options.userOptions,
    ...(/^[\p{L}\p{N}_]/u.test(name) && { 'destroy-unattached': 'off' }),
  };
  const marks = Object.entries(own).map(
    ([option, value]): Command => ['set-option', '-t', `=${name}:`, option, value],
  );
  const make = async (session: Command): Promise<string> => {
    const [body] = await tmux.request([session, ...marks]);
    const [id = '', exits = ''] = (body ?? Buffer.alloc(0)).toString().trim().split(' ');
    if (/^(0|off|)$/.test(exits)) return id;
    try {
      await checkPeople(tmux);
    } catch (error) {
      await tmux.request([['kill-session', '-t', id]]).catch(() => {});
      throw error;
    }
    return id;
  };
  if (historyLimit === undefined) return make(['new-session', ...create, ...first]);
  checkLimit(historyLimit);
  // A pane keeps the limit that was in force when it was made, and a session has a limit of its own only once it
  // exists. So the session begins with a window that does nothing, and its place is then taken by the real one.
  const placeholder: Command = ['new-session', ...create, ...launchFlags(options), '--', 'exec cat'];
  const id = await make(placeholder);
  try {
    await tmux.request([
      ['set-option', '-t', id, 'history-limit', String(historyLimit)],
      ['new-window', '-k', '-t', `${id}:^`, ...first],
    ]);
  } catch (error) {
    await tmux.request([['kill-session', '-t', id]]).catch(() => {});
    throw error;
  }
  return id;
}

/** A server with exit-unattached ends with its last client: only a person who is attached keeps it. */
async function checkPeople(tmux: TmuxContext): Promise<void> {
  const clients: Command = ['list-clients', '-F', '#{client_control_mode}'];
  const [list] = await tmux.request([clients]).catch((error: unknown) => {
    if (isMuxError(error, 'NO_SERVER')) return [];
    throw error;
  });
  if (/^0$/m.test(list?.toString() ?? '')) return;
  throw new MuxError(
    'TMUX_COMMAND_FAILED',
    `The tmux server on ${tmux.place} ends when nobody is attached to it (exit-unattached is on), with all that was started there.`,
    {
      suggestion:
        "Remove exit-unattached from tmux.conf, or give another socket. For a server that runs: 'tmux set-option -s exit-unattached off'.",
    },
  );
}

function checkLimit(lines: number): void {
  if (Number.isInteger(lines) && lines >= 0 && lines <= 2 ** 31 - 1) return;
  throw new MuxError(
    'INVALID_ARGUMENT',
    `${lines} cannot be a history limit: it is a number of lines, from 0.`,
  );
}
