import { useEffect, useState } from 'react';
import { isRequestError } from '../../api/request-error.js';
import { useStore } from '../../api/store.js';
import { Button } from '../../components/button.js';
import { Problem } from '../../components/problem.js';
import { Link, usePlace } from '../../router.js';
import { useInbox } from '../inbox/use-inbox.js';
import { endTour, tour } from './tour-control.js';
import { tourStops } from './tour-stops.js';
import './tour.css';

/** Stays on every page while the tour is running: the next place to look at, and the way out. */
export function TourBar() {
  const state = useStore(tour);
  if (state.is === 'off') return null;
  return (
    <aside className="tour-bar" aria-label="Guided tour">
      {state.is === 'starting' && <p role="status">{state.step}…</p>}
      {state.is === 'cleaning' && <p role="status">Cleaning up…</p>}
      {state.is === 'failed' && (
        <Problem error={isRequestError(state.error) ? state.error : { message: String(state.error) }} />
      )}
      {state.is === 'on' && <Stops runId={state.runId} worker={state.worker} />}
      <Button disabled={state.is === 'cleaning'} onClick={() => void endTour()}>
        {state.is === 'failed' ? 'Close' : 'End and clean up'}
      </Button>
    </aside>
  );
}

/** A stop counts as seen when the person is on its page. */
function Stops({ runId, worker }: { readonly runId: string; readonly worker: string }) {
  const { path } = usePlace();
  const inbox = useInbox();
  const isAnswered = inbox.loaded && inbox.items.every(({ target }) => target !== runId);
  const stops = tourStops(runId, worker, isAnswered);
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => setSeen((before) => new Set([...before, path])), [path]);
  const here = stops.find((stop) => stop.path === path);
  const next = stops.find((stop) => !seen.has(stop.path) && stop.path !== path);
  return (
    <>
      <ol className="tour-stops">
        {stops.map((stop, index) => (
          <li key={stop.path} data-seen={seen.has(stop.path) || undefined}>
            <Link to={stop.link ?? stop.path} current={stop.path === path}>
              <span className="tour-number" aria-hidden="true">
                {seen.has(stop.path) && stop !== here ? '✓' : index + 1}
              </span>
              {stop.title}
            </Link>
          </li>
        ))}
      </ol>
      <p className="tour-text" role="status">
        {here?.text ?? 'Follow the numbers, or look around: everything you see is real.'}
      </p>
      {next && (
        <Link className="button" to={next.link ?? next.path}>
          Next: {next.title}
        </Link>
      )}
    </>
  );
}
