import { MuxError } from '../../model/index.js';
import {
  type Command,
  type Notification,
  parseRecord,
  parseRecords,
  recordFormat,
  type Tmux,
} from '../../tmux/index.js';
import { terminalLimits } from './terminal-limits.js';

/**
 * Gives windows the sizes that viewers wish for, where that disturbs nobody: not while a person is attached, and not
 * where other panes share the window. When the last of those who wished has left, or a person comes, tmux decides again.
 */
export class WindowSizes {
  readonly #held = new Map<string, HeldWindow>();

  /** Whoever asks last is granted. A wish that cannot be granted changes nothing, and is no error: the viewer scales. */
  async wish(viewer: object, tmux: Tmux, pane: string, cols: number, rows: number): Promise<void> {
    checkSize(cols, rows);
    const window = await lookAtWindow(tmux, pane);
    if (window?.panes !== 1 || window.people > 0) return;
    const key = `${tmux.place} ${window.id}`;
    const held = this.#held.get(key) ?? this.#hold(key, tmux, window);
    held.viewers.add(viewer);
    const size = ['-x', String(cols + window.extraCols), '-y', String(rows + window.extraRows)];
    await tmux.request([['resize-window', '-t', window.id, ...size]]);
  }

  /** The viewer has left. */
  async release(viewer: object): Promise<void> {
    for (const [key, held] of this.#held) {
      if (held.viewers.delete(viewer) && held.viewers.size === 0) await this.#letGo(key, held);
    }
  }

  #hold(key: string, tmux: Tmux, { id, option }: WindowNow): HeldWindow {
    const onNotification = ({ type }: Notification): void => {
      if (type === 'client-session-changed') void this.#checkPeople(key).catch(() => {});
    };
    tmux.on('notification', onNotification);
    const stop = (): unknown => tmux.off('notification', onNotification);
    const held = { tmux, window: id, option, viewers: new Set<object>(), stop };
    this.#held.set(key, held);
    return held;
  }

  /** A person who attaches gets their own size. */
  async #checkPeople(key: string): Promise<void> {
    const held = this.#held.get(key);
    if (!held) return;
    const now = await lookAtWindow(held.tmux, held.window);
    if (now && now.people > 0 && this.#held.get(key) === held) await this.#letGo(key, held);
  }

  async #letGo(key: string, { tmux, window, option, stop }: HeldWindow): Promise<void> {
    this.#held.delete(key);
    stop();
    const back: Command =
      option === ''
        ? ['set-option', '-w', '-u', '-t', window, 'window-size']
        : ['set-option', '-w', '-t', window, 'window-size', option];
    // The window may be gone, with all that is in it.
    await tmux.request([back]).catch(() => {});
  }
}

interface HeldWindow {
  readonly tmux: Tmux;
  readonly window: string;
  /** What its option `window-size` was. */
  readonly option: string;
  readonly viewers: Set<object>;
  readonly stop: () => unknown;
}

interface WindowNow {
  readonly id: string;
  readonly panes: number;
  readonly people: number;
  readonly option: string;
  /** What the window has beside the pane, as a line with its title. */
  readonly extraCols: number;
  readonly extraRows: number;
}

/** A pane or window, and who is attached to a session that it is in. */
async function lookAtWindow(tmux: Tmux, target: string): Promise<WindowNow | undefined> {
  const [windowBody, clientsBody, linksBody, optionBody] = await tmux.request([
    ['display-message', '-p', '-t', target, recordFormat(WINDOW)],
    ['list-clients', '-F', recordFormat(CLIENT)],
    ['list-windows', '-a', '-F', recordFormat(LINK)],
    ['show-options', '-w', '-q', '-v', '-t', target, 'window-size'],
  ]);
  const window = parseRecord(WINDOW, windowBody ?? EMPTY);
  if (window.id === '') return undefined;
  const links = parseRecords(LINK, linksBody ?? EMPTY).filter(({ id }) => id === window.id);
  const sessions = new Set(links.map(({ session }) => session));
  const clients = parseRecords(CLIENT, clientsBody ?? EMPTY);
  return {
    id: window.id,
    panes: Number(window.panes),
    people: clients.filter(({ session, flags }) => sessions.has(session) && isPerson(flags)).length,
    option: (optionBody ?? EMPTY).toString().trim(),
    extraCols: Number(window.width) - Number(window.paneWidth),
    extraRows: Number(window.height) - Number(window.paneHeight),
  };
}

/** Our own clients, and programs like us, have no terminal and no size. */
function isPerson(flags: string): boolean {
  const all = flags.split(',');
  return !(all.includes('control-mode') && all.includes('ignore-size'));
}

function checkSize(cols: number, rows: number): void {
  const { least, mostCols, mostRows } = terminalLimits.size;
  const fits = (value: number, most: number): boolean =>
    Number.isInteger(value) && value >= least && value <= most;
  if (fits(cols, mostCols) && fits(rows, mostRows)) return;
  throw new MuxError('INVALID_ARGUMENT', `A terminal cannot have ${cols} columns and ${rows} rows.`, {
    suggestion: `Use ${least} to ${mostCols} columns and ${least} to ${mostRows} rows.`,
  });
}

const EMPTY = Buffer.alloc(0);
const WINDOW = {
  id: 'window_id',
  panes: 'window_panes',
  width: 'window_width',
  height: 'window_height',
  paneWidth: 'pane_width',
  paneHeight: 'pane_height',
} as const;
const CLIENT = { session: 'session_id', flags: 'client_flags' } as const;
const LINK = { id: 'window_id', session: 'session_id' } as const;
