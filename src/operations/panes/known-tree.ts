import { FormatWatch, type Notification, type Tmux } from '../../tmux/index.js';
import { readSessionTree, readWindow, type SessionTree, withWindow } from './session-tree.js';

/**
 * What runs in a tmux server, kept in memory as long as somebody holds it and tmux tells of every change. There is one
 * for each connection, for all who want to know. Where nobody holds it, or the connection is lost, each read is a real
 * look.
 *
 * Notifications alone are not enough: tmux (seen on 3.3a) tells of the layout of windows only in the session that our
 * client is attached to, and never that a program, its folder or its title changed. So a subscription makes tmux itself
 * compare, once a second, what the tree is made of.
 */
export class KnownTree {
  readonly #tmux: Tmux;
  #holders = 0;
  #watch: FormatWatch | undefined;
  /** Whether tmux compares: it says so by telling what it compares with. */
  #compares = false;
  #version = 0;
  #known: Known | undefined;
  #structure = { text: '', number: 0 };

  private constructor(tmux: Tmux) {
    this.#tmux = tmux;
  }

  static of(tmux: Tmux): KnownTree {
    const known = trees.get(tmux) ?? new KnownTree(tmux);
    trees.set(tmux, known);
    return known;
  }

  /** Keeps it up to date until the answer is disposed of. */
  hold(): Disposable {
    this.#holders++;
    if (this.#holders === 1) this.#begin();
    let held = true;
    return {
      [Symbol.dispose]: () => {
        if (held && --this.#holders === 0) this.#end();
        held = false;
      },
    };
  }

  /** The tree: from memory where nothing was told since it was read, else by a look. */
  async read(): Promise<SessionTree> {
    const known = this.#known;
    if (known && this.#isLive && known.changes === this.#tmux.changes) {
      if (known.version === this.#version) return known.tree;
      if (known.added.size > 0 && known.version + known.added.size === this.#version)
        return this.#addTo(known);
    }
    return this.#look(() => readSessionTree(this.#tmux));
  }

  /**
   * Reads the tree, and gives a number that is another one as soon as a pane has come, gone or died. `undefined` where
   * nothing tells of that.
   */
  async structure(): Promise<number | undefined> {
    await this.read();
    return this.#isLive ? this.#structure.number : undefined;
  }

  get #isLive(): boolean {
    return this.#compares && this.#tmux.server !== undefined && this.#tmux.mode === 'control';
  }

  /** What was told while it was read may not be in it. */
  async #look(read: () => Promise<SessionTree>): Promise<SessionTree> {
    const [version, changes] = [this.#version, this.#tmux.changes];
    const tree = await read();
    this.#known = this.#isLive ? { tree, version, changes, added: new Set() } : undefined;
    const text = structureOf(tree);
    if (text !== this.#structure.text) this.#structure = { text, number: this.#structure.number + 1 };
    return tree;
  }

  /** New windows alone are read by themselves: with a thousand panes that takes a tenth of the time. */
  async #addTo({ tree, added }: Known): Promise<SessionTree> {
    return this.#look(async () => {
      let whole: SessionTree | undefined = tree;
      for (const window of added) {
        const panes = await readWindow(this.#tmux, window).catch(() => []);
        whole = whole && withWindow(whole, panes);
      }
      return whole ?? readSessionTree(this.#tmux);
    });
  }

  #begin(): void {
    this.#tmux.on('notification', this.#heard);
    this.#tmux.on('disconnected', this.#lost).on('degraded', this.#lost).on('connected', this.#lost);
    this.#watch = new FormatWatch(this.#tmux, NAME, EVERYTHING);
  }

  #end(): void {
    this.#tmux.off('notification', this.#heard);
    this.#tmux.off('disconnected', this.#lost).off('degraded', this.#lost).off('connected', this.#lost);
    void this.#watch?.end();
    this.#watch = undefined;
    this.#lost();
  }

  readonly #lost = (): void => {
    this.#compares = false;
    this.#known = undefined;
    this.#version++;
  };

  readonly #heard = (notification: Notification): void => {
    switch (notification.type) {
      case 'subscription-changed':
        if (notification.name !== NAME) return;
        this.#compares = true;
        break;
      case 'window-add':
        this.#known?.added.add(notification.window);
        break;
      case 'window-close':
      case 'session-changed':
        // The subscription may have been bound to it; it is made again, and tells what it compares with then.
        this.#compares = false;
        break;
      default:
        if (UNSEEN.has(notification.type)) return;
    }
    this.#version++;
  };
}

interface Known {
  readonly tree: SessionTree;
  /** The version that was read. */
  readonly version: number;
  /** Of the connection. */
  readonly changes: number;
  /** Windows that have come since. */
  readonly added: Set<string>;
}

const trees = new WeakMap<Tmux, KnownTree>();

/** What tmux tells that changes nothing in the tree. */
const UNSEEN: ReadonlySet<Notification['type']> = new Set([
  'session-window-changed',
  'pane-mode-changed',
  'pause',
  'continue',
  'paste-buffer-changed',
  'paste-buffer-deleted',
  'message',
  'config-error',
]);

function structureOf({ sessions }: SessionTree): string {
  const panes = sessions.flatMap(({ windows }) => windows.flatMap((window) => window.panes));
  return panes.map(({ id, pid, dead }) => `${id} ${pid} ${dead}`).join();
}

const NAME = 'muxwright-tree';

/**
 * Control characters must not get into the protocol, whose lines they would end. They are replaced in the whole text at
 * once: with a thousand panes that takes tmux 26 ms, and 44 ms where it is done for each name (3.3a).
 */
const EVERYTHING =
  '#{s/[\x01-\x1f]/_/:#{S:#{session_id} #{session_name} #{session_attached};' +
  '#{W:#{window_id} #{window_index} #{window_name};' +
  '#{P:#{pane_id} #{pane_index} #{pane_active} #{pane_pid} #{pane_width}x#{pane_height} #{pane_dead} ' +
  '#{pane_dead_status} #{pane_current_command} #{pane_current_path} #{pane_title};}}}}';
