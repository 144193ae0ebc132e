import { FormatWatch, type Notification, type Tmux } from '../../tmux/index.js';

type Listener = (windows: readonly string[]) => void;

/**
 * Tells which windows of a tmux server print something. tmux compares by itself, once a second, so a flood of output
 * costs no more than a line of it, and none of it has to be read. One for each server, shared by all who ask.
 */
export class WindowActivity {
  readonly #tmux: Tmux;
  readonly #listeners = new Set<Listener>();
  readonly #again = new Map<string, NodeJS.Timeout>();
  #last: ReadonlyMap<string, string> | undefined;
  #watch: FormatWatch | undefined;

  private constructor(tmux: Tmux) {
    this.#tmux = tmux;
  }

  static of(tmux: Tmux): WindowActivity {
    const known = activities.get(tmux) ?? new WindowActivity(tmux);
    activities.set(tmux, known);
    return known;
  }

  /** Calls the listener with the ids of windows that have printed, until what it gives is called. */
  follow(listener: Listener): () => void {
    this.#listeners.add(listener);
    if (this.#listeners.size === 1) this.#begin();
    return () => {
      if (this.#listeners.delete(listener) && this.#listeners.size === 0) this.#end();
    };
  }

  #begin(): void {
    this.#tmux.on('notification', this.#heard);
    this.#watch = new FormatWatch(this.#tmux, NAME, FORMAT);
  }

  #end(): void {
    this.#tmux.off('notification', this.#heard);
    for (const timer of this.#again.values()) clearTimeout(timer);
    this.#again.clear();
    this.#last = undefined;
    void this.#watch?.end();
    this.#watch = undefined;
  }

  readonly #heard = (notification: Notification): void => {
    if (notification.type !== 'subscription-changed' || notification.name !== NAME) return;
    const now = new Map(
      notification.value.split(';').flatMap((part) => {
        const [window, at] = part.split(' ');
        return window && at ? [[window, at] as const] : [];
      }),
    );
    const before = this.#last;
    this.#last = now;
    const changed = [...now].filter(([window, at]) => before?.get(window) !== at).map(([window]) => window);
    if (!before || changed.length === 0) return;
    this.#tell(changed);
    for (const window of changed) this.#tellAgain(window);
  };

  /** tmux keeps whole seconds: what is printed in the rest of one is not seen as a change. */
  #tellAgain(window: string): void {
    clearTimeout(this.#again.get(window));
    const timer = setTimeout(() => {
      this.#again.delete(window);
      this.#tell([window]);
    }, REST_OF_SECOND_MS);
    timer.unref();
    this.#again.set(window, timer);
  }

  #tell(windows: readonly string[]): void {
    for (const listener of [...this.#listeners]) listener(windows);
  }
}

const activities = new WeakMap<Tmux, WindowActivity>();

const NAME = 'muxwright-activity';
const FORMAT = '#{S:#{W:#{window_id} #{window_activity};}}';
const REST_OF_SECOND_MS = 1_100;
