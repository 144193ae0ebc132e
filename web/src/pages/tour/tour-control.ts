import { call, requestJson } from '../../api/call.js';
import { Store } from '../../api/store.js';
import { cleanUp, leave, tourPanes } from './clean-up.js';
import { tourCommands, tourRun, tourWorker, tourWorkspace } from './tour-things.js';

/** How far the tour is. */
export type TourState =
  | { readonly is: 'off' }
  | { readonly is: 'starting'; readonly step: string }
  | { readonly is: 'on'; readonly runId: string }
  | { readonly is: 'cleaning' }
  | { readonly is: 'failed'; readonly error: unknown };

/** One for the page: the tour goes on from page to page. */
export const tour = new Store<TourState>({ is: 'off' });

/** Starts a worker, a split workspace and a run that asks. What an earlier tour has left goes first. */
export async function startTour(): Promise<void> {
  if (tour.value.is === 'starting' || tour.value.is === 'cleaning') return;
  try {
    starting('Making room');
    await cleanUp();
    whenLeaving(undefined, []);
    starting('Starting a worker');
    await call('worker.spawn', tourWorker);
    starting('Splitting a workspace');
    await openWorkspace();
    starting('Starting a run that asks you something');
    const { id: runId } = await call('run.start', tourRun);
    await call('recording.start', { target: runId, title: 'The guided tour' });
    whenLeaving(runId, await tourPanes());
    tour.set({ is: 'on', runId });
  } catch (error) {
    await cleanUp().catch(() => undefined);
    whenLeaving();
    tour.set({ is: 'failed', error });
  }
}

/** Ends everything of the tour, also of one that another page had started. */
export async function endTour(): Promise<void> {
  tour.set({ is: 'cleaning' });
  try {
    await cleanUp();
    whenLeaving();
    tour.set({ is: 'off' });
  } catch (error) {
    tour.set({ is: 'failed', error });
  }
}

let leaving: (() => void) | undefined;

/** What is ended when the person leaves the page; nothing without panes. */
function whenLeaving(runId?: string, panes?: readonly string[]): void {
  if (leaving) window.removeEventListener('pagehide', leaving);
  leaving = panes && (() => leave(runId, panes));
  if (leaving) window.addEventListener('pagehide', leaving);
}

function starting(step: string): void {
  tour.set({ is: 'starting', step });
}

async function openWorkspace(): Promise<void> {
  await act('init', {});
  await act('split', { direction: 'horizontal', title: 'requests' });
  for (const [index, command] of tourCommands.entries()) await act('send', { pane: `0.${index}`, command });
}

function act(action: string, input: object): Promise<unknown> {
  return requestJson(`/api/operations/workspace.${action}`, { body: { ...tourWorkspace, ...input } });
}
