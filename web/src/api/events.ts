import { connection } from './connection.js';
import { errorOf } from './request-error.js';

/** A thing that happened, as the feed of the server tells it. */
export interface FeedEvent {
  readonly id?: number;
  readonly type: string;
  readonly at?: string;
  readonly host?: string;
  readonly target?: string;
  readonly [field: string]: unknown;
}

export const eventTypes = [
  'state_changed',
  'commander_availability',
  'turn',
  'run_started',
  'run_status',
  'run_prompt',
  'run_exit',
  'run_fault',
  'worker_changed',
  'session_changed',
  'sessions',
  'inbox',
  'recording_started',
  'recording_stopped',
  'missed',
] as const;

export type EventType = (typeof eventTypes)[number];

type Listener = (event: FeedEvent) => void;

/** Waits between tries to reach a server that does not answer. */
const backoff = { firstMs: 500, mostMs: 10_000 };

/**
 * The one feed of the page. The browser resumes a broken stream by itself, with the id of the last event; what it gives
 * up on (a server that is gone, or refuses) is tried again here.
 */
class Feed {
  readonly #listeners = new Map<EventType | 'again', Set<Listener>>();
  #source: EventSource | undefined;
  #last: string | undefined;
  #waitMs = backoff.firstMs;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #wasOpen = false;

  /** Opens the feed; a second call does nothing. */
  start(): void {
    if (this.#source || this.#timer !== undefined) return;
    const since = this.#last === undefined ? '' : `?since=${encodeURIComponent(this.#last)}`;
    const source = new EventSource(`/api/events${since}`);
    this.#source = source;
    source.addEventListener('open', () => this.#opened());
    source.addEventListener('error', () => void this.#failed(source));
    for (const type of eventTypes) {
      source.addEventListener(type, (message) => this.#take(type, message as MessageEvent<string>));
    }
  }

  /** Tries now instead of later. */
  retry(): void {
    if (this.#source?.readyState === EventSource.OPEN) return;
    this.#source?.close();
    this.#source = undefined;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.start();
  }

  /**
   * Listens for events of these types. `again` comes when the feed was interrupted: whatever was fetched may be old.
   * Gives what ends it.
   */
  on(types: readonly (EventType | 'again')[], listener: Listener): () => void {
    for (const type of types) {
      const known = this.#listeners.get(type) ?? new Set();
      this.#listeners.set(type, known.add(listener));
    }
    return () => {
      for (const type of types) this.#listeners.get(type)?.delete(listener);
    };
  }

  #opened(): void {
    this.#waitMs = backoff.firstMs;
    connection.connected();
    if (this.#wasOpen) this.#tell('again', { type: 'again' });
    this.#wasOpen = true;
  }

  #take(type: EventType, message: MessageEvent<string>): void {
    if (message.lastEventId !== '') this.#last = message.lastEventId;
    const event = JSON.parse(message.data) as FeedEvent;
    this.#tell(type, event);
    if (type === 'missed') this.#tell('again', event);
  }

  #tell(type: EventType | 'again', event: FeedEvent): void {
    for (const listener of [...(this.#listeners.get(type) ?? [])]) listener(event);
  }

  async #failed(source: EventSource): Promise<void> {
    connection.lost();
    if (source.readyState !== EventSource.CLOSED || source !== this.#source) return;
    this.#source = undefined;
    if (await isRefused()) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.start();
    }, this.#waitMs);
    this.#waitMs = Math.min(this.#waitMs * 2, backoff.mostMs);
  }
}

/** An EventSource does not tell why it failed, so the server is asked. */
async function isRefused(): Promise<boolean> {
  try {
    const response = await fetch('/api/me', { credentials: 'same-origin' });
    if (response.status !== 401) return false;
    connection.signedOut(await errorOf(response));
    return true;
  } catch {
    return false;
  }
}

export const feed = new Feed();
