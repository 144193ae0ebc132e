import { useEffect, useState } from 'react';
import { call } from '../../api/call.js';
import { useStore } from '../../api/store.js';
import { Button } from '../../components/button.js';
import { endTour, tour } from './tour-control.js';
import { TourOffer } from './tour-offer.js';

/** The tour, for starting it again; also ends a tour of another page. */
export function TourPage() {
  const state = useStore(tour);
  const [elsewhere, setElsewhere] = useState(false);
  useEffect(() => {
    let isGone = false;
    if (state.is === 'off')
      call('tour.status', {}).then(
        ({ going }) => !isGone && setElsewhere(going),
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
        {state.is === 'off' && elsewhere && (
          <p className="row">
            A tour is running in another page; starting one here ends it.
            <Button onClick={() => void endTour()}>End it</Button>
          </p>
        )}
      </div>
    </>
  );
}
