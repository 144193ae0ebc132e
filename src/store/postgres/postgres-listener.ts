import { setTimeout as delay } from 'node:timers/promises';
import { deferred, onAbort } from '../../model/index.js';
import { connectPg, isPooled, SCHEMA } from './connect-pg.js';
import type { PgClient } from './load-pg.js';

/** Where a process says that it has written something. */
export const CHANNEL = 'muxwright_journal';

/**
 * Hears what other processes commit, on a connection of its own, which is there while somebody watches. Where it is cut it
 * is made anew, and whoever watches looks once more then: what was told in between is in the table.
 */
export class PostgresListener {
  readonly #url: string;
  readonly #listeners = new Set<() => void>();
  #stopping: AbortController | undefined;
  #following: Promise<void> = Promise.resolve();
  /** How many events there were at the last look. */
  #written: number | undefined;

  constructor(url: string) {
    this.#url = url;
  }

  watch(listener: () => void): () => void {
    // A function of its own for each caller, so that one who watches twice can stop once.
    const own = (): void => listener();
    this.#listeners.add(own);
    if (!this.#stopping) {
      const stopping = new AbortController();
      this.#stopping = stopping;
      this.#following = this.#following.then(() => this.#follow(stopping.signal));
    }
    return () => {
      this.#listeners.delete(own);
      if (this.#listeners.size === 0) this.#stop();
    };
  }

  async close(): Promise<void> {
    this.#listeners.clear();
    this.#stop();
    // One that is being made to a server that does not answer ends by itself.
    await Promise.race([this.#following, delay(GOODBYE_MS, undefined, { ref: false })]);
  }

  #stop(): void {
    this.#stopping?.abort();
    this.#stopping = undefined;
  }

  async #follow(signal: AbortSignal): Promise<void> {
    for (
      let pauseMs = SHORTEST_PAUSE_MS;
      !signal.aborted;
      pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)
    ) {
      try {
        const client = await connectPg(this.#url);
        const gone = endOf(client, signal, () => this.#look(client));
        client.unref();
        // A pooler would keep the LISTEN for the next client of that connection.
        if (!isPooled(client)) {
          client.on('notification', () => this.#tell());
          await client.query({ text: `listen ${CHANNEL}` });
        }
        pauseMs = SHORTEST_PAUSE_MS;
        // What came while nobody listened.
        this.#tell();
        await gone;
      } catch {
        // Whoever asks the store for something hears what is wrong.
      }
      // Those who were cut off together must not come back together.
      const pause = pauseMs * (0.5 + Math.random());
      if (!signal.aborted) await delay(pause, undefined, { signal, ref: false }).catch(() => {});
    }
  }

  /** What was written and not told: its process was killed in between, or a pooler does not let us listen. */
  async #look(client: PgClient): Promise<void> {
    const text = `select coalesce(sum(last), 0) as written from ${SCHEMA}.journal_streams`;
    const { rows } = await client.query({ text });
    const [row] = rows as { readonly written: number }[];
    if (row?.written === this.#written) return;
    this.#written = row?.written;
    this.#tell();
  }

  #tell(): void {
    for (const listener of [...this.#listeners]) listener();
  }
}

/** Resolves when the connection is over; one that has gone without a word is found out by a look now and then, and ended. */
async function endOf(client: PgClient, signal: AbortSignal, look: () => Promise<void>): Promise<void> {
  const over = deferred();
  const isOver = (): void => over.resolve();
  client.on('end', isOver);
  client.on('error', isOver);
  const stopListening = onAbort(signal, isOver);
  let isLooking = false;
  const looks = setInterval(
    () => {
      if (isLooking) return;
      isLooking = true;
      const late = setTimeout(isOver, ANSWER_MS).unref();
      look()
        .catch(isOver)
        .finally(() => {
          isLooking = false;
          clearTimeout(late);
        });
    },
    isPooled(client) ? POOLED_MS : LOOK_MS,
  ).unref();
  try {
    if (!signal.aborted) await over.promise;
  } finally {
    clearInterval(looks);
    stopListening();
    client.end().catch(() => {});
  }
}

const SHORTEST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 5_000;
const GOODBYE_MS = 1_000;
const LOOK_MS = 5_000;
const POOLED_MS = 500;
const ANSWER_MS = 10_000;
