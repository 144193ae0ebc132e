import { isMuxError } from '../../model/index.js';
import { parseRunNote, RUN_OPTION } from '../../runs/index.js';
import type { RunRecord, Store, WorkerRecord } from '../../store/index.js';
import { parseRecords, recordFormat, type Tmux } from '../../tmux/index.js';
import type { Place } from './place.js';

/** A pane, and where it is. */
export interface PanePlace extends Place {
  readonly paneId: string;
  readonly windowId: string;
}

/** Where all panes of a tmux server are, by their ids, from one question. */
export async function panePlaces(
  store: Store,
  tmux: Tmux,
  workers: readonly WorkerRecord[],
): Promise<ReadonlyMap<string, PanePlace>> {
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
      tags: tagsOf(await notedRun(store, note, host, id), workers),
    })),
  );
  return new Map(places.map((place) => [place.paneId, place]));
}

/** The tags of a run: its own, and those of the worker that it is. */
export function runTags(run: Pick<RunRecord, 'id' | 'tags'>, workers: readonly WorkerRecord[]): string[] {
  const worker = workers.find(({ runId }) => runId === run.id);
  return [...run.tags, ...(worker?.tags ?? [])];
}

function tagsOf(run: RunRecord | undefined, workers: readonly WorkerRecord[]): string[] {
  return run ? runTags(run, workers) : [];
}

/** Anybody can write a note that names a run: only the pane that the run was given has its tags. */
async function notedRun(
  store: Store,
  note: string,
  host: string,
  paneId: string,
): Promise<RunRecord | undefined> {
  const id = note === '' ? undefined : parseRunNote(note)?.id;
  const run = id === undefined ? undefined : await store.runs.get(id);
  return run?.host === host && run.paneId === paneId ? run : undefined;
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
