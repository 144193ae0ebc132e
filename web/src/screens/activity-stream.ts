import type { StreamItem } from '../api/operations.js';
import { streams } from '../api/streams.js';

/** What the server says when windows print. */
export type Activity = StreamItem<'pane.activity'>;

/** Ending it waits a little, so that a page which is left and come back to does not begin one after the other. */
const lingerMs = 1_000;

/** Which windows of the hosts that are looked at print something. Nothing is told while nobody looks. */
export class ActivityStream {
  readonly #heard: (activity: Activity) => void;
  #stop: (() => void) | undefined;
  #hosts: readonly string[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(heard: (activity: Activity) => void) {
    this.#heard = heard;
    document.addEventListener('visibilitychange', () => this.#arrange());
  }

  /** Follows exactly these hosts from now on. */
  follow(hosts: readonly string[]): void {
    const wanted = [...new Set(hosts)].sort();
    if (wanted.join('\n') === this.#hosts.join('\n')) return;
    this.#hosts = wanted;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#arrange(), wanted.length === 0 ? lingerMs : 0);
  }

  #arrange(): void {
    this.#stop?.();
    this.#stop = undefined;
    const hosts = [...this.#hosts];
    if (hosts.length === 0 || document.hidden) return;
    this.#stop = streams.follow('pane.activity', { input: () => ({ hosts }), onItem: this.#heard });
  }
}
