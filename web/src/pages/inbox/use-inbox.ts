import { useEffect } from 'react';
import { requestJson } from '../../api/call.js';
import { feed } from '../../api/events.js';
import { isRequestError, type RequestError } from '../../api/request-error.js';
import { Store, useStore } from '../../api/store.js';

/** Something that waits for a person, as `inbox.list` tells it. */
export interface InboxItem {
  readonly id: string;
  readonly kind: 'run' | 'agent';
  /** Id of the run or the agent. */
  readonly target: string;
  readonly host: string;
  readonly title: string;
  readonly prompt: string;
  readonly promptKind?: string | undefined;
  readonly options?: readonly {
    readonly number?: number;
    readonly label: string;
    readonly selected?: boolean;
  }[];
  readonly since: string;
  readonly paneId?: string | undefined;
}

interface Inbox {
  readonly items: readonly InboxItem[];
  readonly loaded: boolean;
  readonly error: RequestError | undefined;
}

const inbox = new Store<Inbox>({ items: [], loaded: false, error: undefined });

/** Those that were answered here: they go at once, and not when the server has seen the program go on. */
const answered = new Set<string>();

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
export function hideAnswered({ id }: InboxItem): () => void {
  answered.add(id);
  show(inbox.value.items);
  return () => {
    answered.delete(id);
    void look();
  };
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
    const { items } = (await requestJson('/api/operations/inbox.list', { body: {} })) as {
      readonly items: readonly InboxItem[];
    };
    const there = new Set(items.map(({ id }) => id));
    // The same program may ask the same again: what has gone once counts as new.
    for (const id of answered) if (!there.has(id)) answered.delete(id);
    show(items);
  } catch (error) {
    if (isRequestError(error)) inbox.set({ ...inbox.value, error, loaded: true });
  }
}

function show(items: readonly InboxItem[]): void {
  inbox.set({ items: items.filter(({ id }) => !answered.has(id)), loaded: true, error: undefined });
}
