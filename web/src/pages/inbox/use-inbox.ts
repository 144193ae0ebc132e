import { useEffect } from 'react';
import { call } from '../../api/call.js';
import { feed } from '../../api/events.js';
import type { Output } from '../../api/operations.js';
import { isRequestError, type RequestError } from '../../api/request-error.js';
import { Store, useStore } from '../../api/store.js';

/** Something that waits for a person. */
export type InboxItem = Output<'inbox.list'>['items'][number];

interface Inbox {
  readonly items: readonly InboxItem[];
  readonly loaded: boolean;
  readonly error: RequestError | undefined;
}

const inbox = new Store<Inbox>({ items: [], loaded: false, error: undefined });

/**
 * Those that were answered here, by their ids: they go at once, and not when the server has seen the program go on. One
 * that still asks the same a while later was not satisfied, and comes back.
 */
const answered = new Map<string, Pick<InboxItem, 'prompt' | 'since'> & { readonly until: number }>();
const PATIENCE_MS = 3_000;

/** Everything that waits for a person, kept up to date while somebody looks. */
export function useInbox(): Inbox {
  useEffect(() => {
    followers += 1;
    if (followers === 1) stop = feed.on(['inbox', 'again'], () => void look());
    void look();
    return () => {
      followers -= 1;
      if (followers === 0) stop?.();
    };
  }, []);
  return useStore(inbox);
}

/** Takes an item away that was answered; gives what brings it back. */
export function hideAnswered({ id, prompt, since }: InboxItem): () => void {
  answered.set(id, { prompt, since, until: Date.now() + PATIENCE_MS });
  show(inbox.value.items);
  const timer = setTimeout(() => void look(), PATIENCE_MS);
  return () => {
    clearTimeout(timer);
    answered.delete(id);
    void look();
  };
}

/** Looks again what waits. */
export function refreshInbox(): void {
  void look();
}

let followers = 0;
let stop: (() => void) | undefined;
let looking: Promise<void> | undefined;
let again = false;

/** A burst of events costs two questions: the one under way, and one behind it. */
function look(): Promise<void> {
  again = looking !== undefined;
  looking ??= ask().finally(() => {
    looking = undefined;
    if (again) void look();
  });
  return looking;
}

async function ask(): Promise<void> {
  try {
    show((await call('inbox.list', {})).items);
  } catch (error) {
    if (isRequestError(error)) inbox.set({ ...inbox.value, error, loaded: true });
  }
}

function show(items: readonly InboxItem[]): void {
  inbox.set({ items: items.filter((item) => !isAnswered(item)), loaded: true, error: undefined });
}

/** The next question of the same program is another one. */
function isAnswered({ id, prompt, since }: InboxItem): boolean {
  const answer = answered.get(id);
  if (!answer || Date.now() >= answer.until) return false;
  return answer.prompt === prompt && answer.since === since;
}
