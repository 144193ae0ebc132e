import { useCallback, useEffect, useSyncExternalStore } from 'react';
import { call, isAbort } from './call.js';
import { type EventType, feed } from './events.js';
import type { Input, OperationName, Output } from './operations.js';
import type { RequestError } from './request-error.js';

/** What is known of an answer: none yet, the last one, and why the newest try failed. */
export interface QueryState<T> {
  readonly data: T | undefined;
  readonly error: RequestError | undefined;
  readonly loading: boolean;
}

export interface Query<T> extends QueryState<T> {
  /** Asks again now. */
  refresh(): void;
}

export interface QueryOptions {
  /** Events after which the answer may be another. */
  readonly on?: readonly EventType[];
  /** Whether to ask at all. @default true */
  readonly enabled?: boolean;
}

/**
 * The answer of an operation that reads, kept up to date: it is asked again when one of the events comes, and after
 * the connection was lost. Components that ask the same share one answer.
 *
 * @example
 * const { data, error } = useQuery('worker.list', {}, { on: ['worker_changed'] });
 */
export function useQuery<Name extends OperationName>(
  name: Name,
  input: Input<Name>,
  { on = [], enabled = true }: QueryOptions = {},
): Query<Output<Name>> {
  const key = JSON.stringify([name, input]);
  const entry = entryOf<Name>(key, name, input);
  const types = on.join();
  useEffect(() => {
    if (!enabled) return undefined;
    const entry = entryOf<Name>(key, name, JSON.parse(key)[1] as Input<Name>);
    return entry.follow(types === '' ? [] : (types.split(',') as EventType[]));
  }, [key, name, types, enabled]);
  const state = useSyncExternalStore(entry.subscribe, entry.state);
  const refresh = useCallback(() => entry.refresh(), [entry]);
  return { ...state, refresh };
}

const entries = new Map<string, Entry<OperationName>>();

function entryOf<Name extends OperationName>(key: string, name: Name, input: Input<Name>): Entry<Name> {
  const known = entries.get(key) as Entry<Name> | undefined;
  if (known) return known;
  const made = new Entry(name, input);
  forgetOldest();
  entries.set(key, made as unknown as Entry<OperationName>);
  return made;
}

/** Results are cached for a return to the page, but not forever. */
const mostEntries = 100;

function forgetOldest(): void {
  for (const [key, entry] of entries) {
    if (entries.size < mostEntries) return;
    if (!entry.followed) entries.delete(key);
  }
}

/** One question and its newest answer. It is asked while somebody follows. */
class Entry<Name extends OperationName> {
  readonly #name: Name;
  readonly #input: Input<Name>;
  readonly #listeners = new Set<() => void>();
  #state: QueryState<Output<Name>> = { data: undefined, error: undefined, loading: true };
  #text: string | undefined;
  #followers = 0;
  #running: AbortController | undefined;
  #again = false;

  constructor(name: Name, input: Input<Name>) {
    this.#name = name;
    this.#input = input;
  }

  get followed(): boolean {
    return this.#followers > 0;
  }

  readonly state = (): QueryState<Output<Name>> => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  follow(types: readonly EventType[]): () => void {
    this.#followers += 1;
    if (this.#followers === 1) this.refresh();
    const stop = feed.on([...types, 'again'], () => this.refresh());
    return () => {
      stop();
      this.#followers -= 1;
      if (this.#followers === 0) this.#running?.abort();
    };
  }

  /** A burst of events costs two questions: the one that runs, and one behind it. */
  refresh(): void {
    if (this.#running) this.#again = true;
    else void this.#ask();
  }

  async #ask(): Promise<void> {
    const running = new AbortController();
    this.#running = running;
    this.#again = false;
    try {
      const data = await call(this.#name, this.#input, running.signal);
      this.#answered(data);
    } catch (error) {
      if (!isAbort(error)) this.#set({ ...this.#state, error: error as RequestError, loading: false });
    } finally {
      this.#running = undefined;
    }
    if (this.#again && this.#followers > 0) await this.#ask();
  }

  /** A result that equals the previous one keeps its identity, so that nothing is rendered again. */
  #answered(data: Output<Name>): void {
    const text = JSON.stringify(data);
    const isSame = text === this.#text;
    this.#text = text;
    if (!isSame || this.#state.error || this.#state.loading) {
      this.#set({ data: isSame ? this.#state.data : data, error: undefined, loading: false });
    }
  }

  #set(state: QueryState<Output<Name>>): void {
    this.#state = state;
    for (const listener of [...this.#listeners]) listener();
  }
}
