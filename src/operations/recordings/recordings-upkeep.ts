import { PatientTimer } from '../../model/index.js';
import { Backoff } from '../../tmux/index.js';
import { EventFilter } from '../events/event-filter.js';
import { followJournal } from '../events/follow-journal.js';
import type { Runtime } from '../runtime.js';
import { pruneRecordings } from './prune-recordings.js';
import { isHere } from './recording-files.js';
import type { Recordings } from './recordings.js';

/**
 * What a server does about recordings: it goes on with those that other processes let go of, closes those whose run has
 * ended, and removes what the configuration does not keep; when something happens that calls for it, and when the oldest
 * one becomes too old.
 */
export class RecordingsUpkeep implements AsyncDisposable {
  readonly #runtime: Runtime;
  readonly #onTrouble: (error: unknown) => void;
  readonly #closing = new AbortController();
  #following: Promise<void> | undefined;
  #timer: PatientTimer | undefined;
  #asking = false;
  #away = false;

  constructor(runtime: Runtime, onTrouble: (error: unknown) => void) {
    this.#runtime = runtime;
    this.#onTrouble = onTrouble;
  }

  start(): void {
    this.#following = this.#follow();
  }

  /** The configuration has changed. */
  configured(): void {
    void this.#try(() => this.#prune());
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closing.abort();
    this.#timer?.[Symbol.dispose]();
    await this.#following;
  }

  async #follow(): Promise<void> {
    const { signal } = this.#closing;
    const [feed, recordings] = await Promise.all([this.#runtime.events(), this.#runtime.recordings()]);
    await feed.open();
    // Heard before the first look: what is let go of meanwhile is found in one of the two ways.
    const types = ['recording_released', 'recording_stopped', 'run_exit'];
    const items = followJournal(feed, new EventFilter({ types }), { since: feed.lastId, signal });
    this.#resume(recordings);
    await this.#try(() => this.#prune());
    try {
      for await (const item of items) {
        if (item.kind === 'event' && item.event.type === 'recording_stopped') {
          await this.#try(() => this.#prune());
        } else this.#resume(recordings);
      }
    } catch (error) {
      if (!signal.aborted) this.#onTrouble(error);
    }
  }

  /** Nobody waits for it: a host may take long, or never answer. */
  #resume(recordings: Recordings): void {
    void this.#try(() => this.#resumeAll(recordings));
  }

  /** Nothing tells when a host answers again, so it is asked, by one for all. */
  async #resumeAll(recordings: Recordings): Promise<void> {
    const { signal } = this.#closing;
    if ((await recordings.resume()).away > 0) this.#away = true;
    if (this.#asking) return;
    this.#asking = true;
    try {
      const backoff = new Backoff();
      while (this.#away) {
        await backoff.wait(signal);
        if (signal.aborted) return;
        // Another one may find a host away meanwhile.
        this.#away = false;
        if ((await recordings.resume()).away > 0) this.#away = true;
      }
    } finally {
      this.#asking = false;
    }
  }

  async #prune(): Promise<void> {
    const [store, { recordings: policy }] = await Promise.all([
      this.#runtime.store(),
      this.#runtime.config(),
    ]);
    const { maxAgeMs, maxTotalBytes } = policy;
    this.#timer?.[Symbol.dispose]();
    if (maxAgeMs === undefined && maxTotalBytes === undefined) return;
    await pruneRecordings(store, policy, { now: new Date() });
    if (maxAgeMs === undefined || this.#closing.signal.aborted) return;
    const ended = (await store.recordings.list({ state: 'stopped' }))
      .filter(isHere)
      .flatMap(({ stoppedAt }) => stoppedAt ?? []);
    if (ended.length === 0) return;
    const oldest = Math.min(...ended.map((end) => end.getTime()));
    const waitMs = Math.min(Math.max(LEAST_MS, oldest + maxAgeMs - Date.now()), LONGEST_MS);
    this.#timer = new PatientTimer(waitMs, () => void this.#try(() => this.#prune()));
  }

  async #try(work: () => Promise<unknown>): Promise<void> {
    await work().catch((error: unknown) => {
      if (!this.#closing.signal.aborted) this.#onTrouble(error);
    });
  }
}

/** A time that is over is not asked for again and again. */
const LEAST_MS = 1_000;
/** No timer waits longer. */
const LONGEST_MS = 2 ** 31 - 1;
