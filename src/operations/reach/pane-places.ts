import { isMuxError } from '../../model/mux-error.js';
import { RUN_OPTION } from '../../runs/run-option.js';
import { parseRunNote } from '../../runs/run-panes.js';
import type { Store } from '../../store/store.js';
import { parseRecords, recordFormat } from '../../tmux/record-format.js';
import type { Tmux } from '../../tmux/tmux.js';
import type { Place } from './place.js';

/** A pane, and where it is. */
export interface PanePlace extends Place {
  readonly paneId: string;
  readonly windowId: string;
}

/** Where all panes of a tmux server are, by their ids, from one question. */
export async function panePlaces(store: Store, tmux: Tmux): Promise<ReadonlyMap<string, PanePlace>> {
  const { place: host } = tmux;
  const rows = await panesOf(tmux);
  const sessions = new Map<string, string[]>();
  for (const { id, session } of rows) sessions.set(id, [...(sessions.get(id) ?? []), session]);
  const places = await Promise.all(
    rows.map(async ({ id, window, note }) => ({
      paneId: id,
      windowId: window,
      host,
      sessions: sessions.get(id) ?? [],
      tags: await noteTags(store, note, host, id),
    })),
  );
  return new Map(places.map((place) => [place.paneId, place]));
}

/** The tags of a run: its own, and those of the worker that it is. */
export async function runTags(store: Store, runId: string, tags: readonly string[]): Promise<string[]> {
  const worker = (await store.workers.list()).find((one) => one.runId === runId);
  return [...tags, ...(worker?.tags ?? [])];
}

/** Anybody can write a note that names a run: only the pane that the run was given has its tags. */
async function noteTags(store: Store, note: string, host: string, paneId: string): Promise<string[]> {
  const id = note === '' ? undefined : parseRunNote(note)?.id;
  const run = id === undefined ? undefined : await store.runs.get(id);
  if (!run || run.host !== host || run.paneId !== paneId) return [];
  return runTags(store, run.id, run.tags);
}

const fields = { id: 'pane_id', window: 'window_id', session: 'session_name', note: RUN_OPTION } as const;

async function panesOf(tmux: Tmux) {
  try {
    const [body] = await tmux.request([['list-panes', '-a', '-F', recordFormat(fields)]]);
    return parseRecords(fields, body ?? Buffer.alloc(0));
  } catch (error) {
    if (isMuxError(error, 'NO_SERVER')) return [];
    throw error;
  }
}
