import { call } from '../../api/call.js';
import { isRequestError } from '../../api/request-error.js';
import { TOUR_HOST, TOUR_WORKER } from './tour-things.js';

/**
 * Ends everything on the private socket of the tour and forgets it: runs, worker, panes. Where nothing is left it does
 * nothing, so it can be called at any time, as often as one likes.
 */
export async function cleanUp(): Promise<void> {
  const { runs } = await call('run.list', { host: TOUR_HOST, limit: 100 });
  const going = runs.filter(({ state }) => state === 'running');
  await Promise.all(going.map(({ id }) => unlessGone(call('run.end', { run: id, graceMs: 200 }))));
  await unlessGone(call('worker.kill', { name: TOUR_WORKER, graceMs: 200 }));
  await unlessGone(call('worker.clean', { name: TOUR_WORKER }));
  const panes = await tourPanes();
  await Promise.all(panes.map((target) => unlessGone(call('pane.kill', { target, host: TOUR_HOST }))));
  await Promise.all(runs.map(({ id }) => removeRecordings(id)));
  if (runs.length > 0) await unlessGone(call('run.prune', { host: TOUR_HOST, maxRuns: 0 }));
}

async function removeRecordings(run: string): Promise<void> {
  const { recordings } = await call('recording.list', { run });
  await Promise.all(recordings.map(({ id }) => unlessGone(call('recording.remove', { id }))));
}

/** The ids of the panes of the tour, of this page or of another. */
export async function tourPanes(): Promise<readonly string[]> {
  const { sessions } = await call('pane.list', { host: TOUR_HOST });
  return sessions.flatMap(({ windows }) => windows.flatMap(({ panes }) => panes.map(({ id }) => id)));
}

/**
 * For the moment in which the page goes: nobody waits for an answer, and what is missed ends by its time limit. Panes
 * are told by their ids, which no setting of tmux changes.
 */
export function leave(runId: string | undefined, panes: readonly string[]): void {
  // A browser has few connections to one server, and calls that wait end with theirs: what is done at once comes first.
  for (const target of panes) post('pane.kill', { target, host: TOUR_HOST });
  if (runId !== undefined) post('run.end', { run: runId, graceMs: 200 });
  post('worker.kill', { name: TOUR_WORKER, graceMs: 200 });
}

function post(name: string, input: object): void {
  void fetch(`/api/operations/${name}`, {
    method: 'POST',
    body: JSON.stringify(input),
    headers: { 'content-type': 'application/json' },
    credentials: 'same-origin',
    keepalive: true,
  }).catch(() => undefined);
}

const GONE = new Set([
  'RUN_NOT_FOUND',
  'RECORDING_NOT_FOUND',
  'WORKER_NOT_FOUND',
  'PANE_NOT_FOUND',
  'SESSION_NOT_FOUND',
  'TARGET_NOT_FOUND',
  'NO_SERVER',
]);

async function unlessGone(ending: Promise<unknown>): Promise<void> {
  try {
    await ending;
  } catch (error) {
    if (!isRequestError(error) || !GONE.has(error.code)) throw error;
  }
}
