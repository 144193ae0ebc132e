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
        The tour starts a run that asks you something, a worker and a split workspace: real programs in a tmux
        server of their own, beside whatever you have. At the end everything of it is gone.
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
