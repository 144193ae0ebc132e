import { MuxError } from '../model/mux-error.js';
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

/** Creates a session and resolves with its id. */
export async function createSession(
  tmux: TmuxContext,
  name: string,
  options: EnsureSessionOptions,
): Promise<string> {
  const { size, historyLimit, windowName } = options;
  const sizeFlags: Argument[] = size ? ['-x', String(size.width), '-y', String(size.height)] : [];
  const nameFlags: Argument[] =
    windowName === undefined ? [] : ['-n', literalFormat(checkWindowName(windowName))];
  const create: Argument[] = ['-d', '-P', '-F', '#{session_id}', '-s', literalFormat(name), ...sizeFlags];
  const first: Argument[] = [...launchFlags(options), ...nameFlags, ...launchCommand(options.command)];
  const marks = Object.entries(options.userOptions ?? {}).map(
    ([option, value]): Command => ['set-option', '-t', `=${name}:`, option, value],
  );
  if (historyLimit === undefined) {
    const [body] = await tmux.request([['new-session', ...create, ...first], ...marks]);
    return idIn(body);
  }
  checkLimit(historyLimit);
  // A pane keeps the limit that was in force when it was made, and a session has a limit of its own only once it
  // exists. So the session begins with a window that does nothing, and its place is then taken by the real one.
  const placeholder: Command = ['new-session', ...create, ...launchFlags(options), '--', 'exec cat'];
  const [body] = await tmux.request([placeholder, ...marks]);
  const id = idIn(body);
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

function checkLimit(lines: number): void {
  if (Number.isInteger(lines) && lines >= 0 && lines <= 2 ** 31 - 1) return;
  throw new MuxError(
    'INVALID_ARGUMENT',
    `${lines} cannot be a history limit: it is a number of lines, from 0.`,
  );
}

function idIn(body: Buffer | undefined): string {
  return (body ?? Buffer.alloc(0)).toString().trim();
}
