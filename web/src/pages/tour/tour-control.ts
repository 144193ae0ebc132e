import { call } from '../../api/call.js';
import { RequestError } from '../../api/request-error.js';
import { Store } from '../../api/store.js';
import { streams } from '../../api/streams.js';
import { toast } from '../../components/toast.js';
import { navigate } from '../../router.js';
import { firstStop } from './tour-stops.js';

/** How far the tour is. */
export type TourState =
  | { readonly is: 'off' }
  | { readonly is: 'starting'; readonly step: string }
  | { readonly is: 'on'; readonly runId: string; readonly worker: string }
  | { readonly is: 'cleaning' }
  | { readonly is: 'failed'; readonly error: unknown };

/** One for the page: the tour continues from page to page. */
export const tour = new Store<TourState>({ is: 'off' });

/** What it starts is there as long as this page follows it: the server ends it when the page is gone, however it went. */
export function startTour(): void {
  if (tour.value.is === 'starting' || tour.value.is === 'cleaning') return;
  tour.set({ is: 'starting', step: 'Making room' });
  const stop = streams.follow('tour.take', {
    input: () => ({}),
    onItem: ({ step, run, worker }) => {
      if (step !== undefined) return tour.set({ is: 'starting', step });
      tour.set({ is: 'on', runId: run ?? '', worker: worker ?? '' });
      navigate(firstStop(run ?? ''));
    },
    onEnd: () => over(ended('The tour was ended from another page.')),
    onError: (error) => over(error),
    onLost: () => {
      stop();
      over(ended('The connection to the server broke, and the tour ended with it.'));
    },
  });
}

/** Ends everything of the tour, also of one that another page had started. */
export async function endTour(): Promise<void> {
  tour.set({ is: 'cleaning' });
  try {
    await call('tour.end', {});
    tour.set({ is: 'off' });
    toast('The tour is over; everything it started was removed.', {
      suggestion: 'Everything you start yourself is kept: try a run or a worker.',
    });
  } catch (error) {
    tour.set({ is: 'failed', error });
  }
}

/** It is over without a word of ours. */
function over(error: unknown): void {
  if (tour.value.is === 'starting' || tour.value.is === 'on') tour.set({ is: 'failed', error });
}

function ended(detail: string): RequestError {
  return new RequestError(
    { detail, suggestion: 'Everything was removed. You can start the tour again at any time.' },
    0,
  );
}
