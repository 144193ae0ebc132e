import { useStore } from '../../api/store.js';
import { Button } from '../../components/button.js';
import { startTour, tour } from './tour-control.js';
import { tourStops } from './tour-stops.js';
import './tour.css';

/** For a machine where nothing runs yet: a tour that starts real things. */
export function TourOffer() {
  const state = useStore(tour);
  return (
    <section className="tour-offer panel" aria-label="Guided tour">
      <h2>See it work in a minute</h2>
      <p className="soft">
        The tour starts a run that asks a question, a worker and a split workspace: real programs on a
        separate tmux server. At the end, everything is removed.
      </p>
      <ol className="tour-plan" aria-label="What it shows">
        {tourStops('', '').map(({ title }, index) => (
          <li key={title}>
            <span className="tour-number" aria-hidden="true">
              {index + 1}
            </span>
            {title}
          </li>
        ))}
      </ol>
      <p>
        <Button
          look="main"
          disabled={state.is === 'starting' || state.is === 'cleaning' || state.is === 'on'}
          onClick={startTour}
        >
          {state.is === 'starting' ? `${state.step}…` : 'Start the guided tour'}
        </Button>
      </p>
    </section>
  );
}
