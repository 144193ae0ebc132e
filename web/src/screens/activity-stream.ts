/** What the server says when windows print. */
export interface Activity {
  readonly host: string;
  readonly windows: readonly string[];
}

/** Closing waits a little, so that a page which is left and come back to does not open one after the other. */
const lingerMs = 1_000;

/**
 * Which windows of the hosts that are looked at print something. Browsers open few connections to one server, so there
 * is one for all hosts, and none while nobody looks.
 */
export class ActivityStream {
  readonly #heard: (activity: Activity) => void;
  #source: EventSource | undefined;
  #hosts = '';
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(heard: (activity: Activity) => void) {
    this.#heard = heard;
    document.addEventListener('visibilitychange', () => this.#arrange());
  }

  /** Follows exactly these hosts from now on. */
  follow(hosts: readonly string[]): void {
    const wanted = [...new Set(hosts)].sort().join('\n');
    if (wanted === this.#hosts) return;
    this.#hosts = wanted;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#arrange(), wanted === '' ? lingerMs : 0);
  }

  #arrange(): void {
    this.#source?.close();
    this.#source = undefined;
    if (this.#hosts === '' || document.hidden) return;
    const query = new URLSearchParams(this.#hosts.split('\n').map((host) => ['hosts', host]));
    const source = new EventSource(`/api/operations/pane.activity?${query}`);
    for (const type of ['live', 'activity']) {
      source.addEventListener(type, ({ data }: MessageEvent<string>) =>
        this.#heard(JSON.parse(data) as Activity),
      );
    }
    // A server that ends says so, and the browser would come back at once and for ever; the feed of the page sees to it.
    source.addEventListener('end', () => source.close());
    this.#source = source;
  }

  /** Begins anew: the connection was lost. */
  restart(): void {
    this.#arrange();
  }
}
