import { listRecords, type RecordFields, type Tmux } from '../tmux/index.js';

/** So old may be what is known: a recorder that was killed is noticed after that. */
const MAX_AGE_MS = 10_000;

/**
 * Whether the output of a pane goes to a recorder. One question to tmux is for all panes of a server, and its answer
 * counts for a while: with hundreds of runs, each of them would otherwise make tmux go through all panes.
 */
export async function isPiped(tmux: Tmux, paneId: string): Promise<boolean> {
  const known = answers.get(tmux);
  const now = performance.now();
  if (known && now - known.at < MAX_AGE_MS) return (await known.piped).has(paneId);
  const piped = ask(tmux);
  answers.set(tmux, { at: now, piped });
  // The next look asks again.
  piped.catch(() => answers.delete(tmux));
  return (await piped).has(paneId);
}

const answers = new WeakMap<Tmux, { readonly at: number; readonly piped: Promise<ReadonlySet<string>> }>();

async function ask(tmux: Tmux): Promise<ReadonlySet<string>> {
  const panes = await listRecords(tmux, ['list-panes', '-a'], FIELDS);
  return new Set(panes.filter(({ piped }) => piped === '1').map(({ id }) => id));
}

const FIELDS = { id: 'pane_id', piped: 'pane_pipe' } as const satisfies RecordFields;
