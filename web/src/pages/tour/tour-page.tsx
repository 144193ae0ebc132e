import { useEffect, useState } from 'react';
import { useStore } from '../../api/store.js';
import { Button } from '../../components/button.js';
import { tourPanes } from './clean-up.js';
import { endTour, tour } from './tour-control.js';
import { TourOffer } from './tour-offer.js';

/** The tour, for whoever wants to see it again; and the place to clean up what another page has left. */
export function TourPage() {
  const state = useStore(tour);
  const [left, setLeft] = useState(false);
  useEffect(() => {
    let isGone = false;
    if (state.is === 'off')
      tourPanes().then(
        (panes) => !isGone && setLeft(panes.length > 0),
        // The offer is enough where nobody knows.
        () => undefined,
      );
    return () => {
      isGone = true;
    };
  }, [state.is]);
  return (
    <>
      <div className="page-head">
        <h1>Guided tour</h1>
      </div>
      <div className="stack">
        <TourOffer />
        {state.is === 'off' && left && (
          <p className="row">
            Something of an earlier tour still runs.
            <Button onClick={() => void endTour()}>Clean it up</Button>
          </p>
        )}
      </div>
    </>
  );
}
