import { Coalesced } from '../model/index.js';
import type { Notification } from './notification.js';
import type { Tmux } from './tmux.js';

/**
 * Has tmux compare a format with what it was a second ago, and tell of it by a `subscription-changed` of that name
 * whenever it differs, and at the begin. It is bound to a window of the session that our client is in, as tmux wants
 * it, and to another one when that closes. Bound to the session itself it crashes tmux (seen on 3.3a) where that session
 * ends and the client has not left by the next second.
 *
 * @example
 * using watch = new FormatWatch(tmux, 'names', '#{S:#{session_name} }');
 */
export class FormatWatch implements Disposable {
  readonly #tmux: Tmux;
  readonly #name: string;
  readonly #format: string;
  readonly #bindings = new Coalesced(() => this.#bindToWindow());
  #ended = false;

  constructor(tmux: Tmux, name: string, format: string) {
    this.#tmux = tmux;
    this.#name = name;
    this.#format = format;
    tmux.on('notification', this.#heard).on('connected', this.#bind);
    this.#bind();
  }

  /** Stops, and has tmux forget it. */
  async end(): Promise<void> {
    this[Symbol.dispose]();
    if (this.#tmux.server) await this.#tmux.command('refresh-client', '-B', this.#name).catch(() => {});
  }

  /** Stops binding it. tmux compares on until the connection or the window ends. */
  [Symbol.dispose](): void {
    this.#ended = true;
    this.#tmux.off('notification', this.#heard).off('connected', this.#bind);
  }

  readonly #heard = ({ type }: Notification): void => {
    if (type === 'window-close' || type === 'session-changed') this.#bind();
  };

  readonly #bind = (): void => {
    void this.#bindings.run();
  };

  /** What fails here fails with the connection: the next one binds anew. */
  async #bindToWindow(): Promise<void> {
    if (this.#ended || !this.#tmux.server) return;
    const [window] = await this.#tmux.command('list-windows', '-F', '#{window_id}').catch(() => []);
    if (window === undefined || this.#ended) return;
    const subscription = `${this.#name}:${window}:${this.#format}`;
    await this.#tmux.command('refresh-client', '-B', subscription).catch(() => {});
  }
}
