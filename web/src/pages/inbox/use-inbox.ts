import { useEffect } from 'react';
import { call } from '../../api/call.js';
import { type FeedEvent, feed } from '../../api/events.js';
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

/** All that waits, as the list had it and the events have changed it since. */
let waiting: readonly InboxItem[] = [];

/**
 * The ids of items answered here: they disappear at once, without waiting for the server to see the program
 * continue. If the program still asks the same a while later, the answer was not accepted, and the item comes
 * back.
 */
const answered = new Map<string, Pick<InboxItem, 'prompt' | 'since'> & { readonly until: number }>();
const PATIENCE_MS = 3_000;

/** Everything that waits for a person: asked for once, and kept up to date by what the events bring. */
export function useInbox(): Inbox {
  useEffect(() => {
    followers += 1;
    if (followers === 1) stop = [feed.on(['inbox'], take), feed.on(['again'], refreshInbox)];
    if (followers === 1 || inbox.value.error) refreshInbox();
    return () => {
      followers -= 1;
      if (followers === 0) for (const one of stop) one();
    };
  }, []);
  return useStore(inbox);
}

/** Takes an item away that was answered; gives what brings it back. */
export function hideAnswered({ id, prompt, since }: InboxItem): () => void {
  answered.set(id, { prompt, since, until: Date.now() + PATIENCE_MS });
  show();
  const timer = setTimeout(show, PATIENCE_MS);
  return () => {
    clearTimeout(timer);
    answered.delete(id);
    show();
  };
}

/** Asks for the whole list. */
export function refreshInbox(): void {
  void ask();
}

let followers = 0;
let stop: readonly (() => void)[] = [];
/** The last request for the list, and what happened since: the answer may be older. */
let request: { readonly events: FeedEvent[] } = { events: [] };

function take(event: FeedEvent | undefined): void {
  if (!event) return;
  request.events.push(event);
  if (!inbox.value.loaded) return;
  apply(event);
  show();
}

function apply({ item, itemId }: FeedEvent): void {
  const others = waiting.filter(({ id }) => id !== itemId);
  waiting = item ? [...others, item].sort((a, b) => (a.since < b.since ? -1 : 1)) : others;
}

async function ask(): Promise<void> {
  const mine: typeof request = { events: [] };
  request = mine;
  try {
    const { items } = await call('inbox.list', {});
    if (request !== mine) return;
    waiting = items;
    mine.events.forEach(apply);
    show();
  } catch (error) {
    if (isRequestError(error)) inbox.set({ ...inbox.value, error, loaded: true });
  }
}

function show(): void {
  inbox.set({ items: waiting.filter((item) => !isAnswered(item)), loaded: true, error: undefined });
}

/** The next question of the same program is another one. */
function isAnswered({ id, prompt, since }: InboxItem): boolean {
  const answer = answered.get(id);
  if (!answer || Date.now() >= answer.until) return false;
  return answer.prompt === prompt && answer.since === since;
}
