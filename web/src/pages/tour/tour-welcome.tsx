import { useQuery } from '../../api/query.js';
import { TourOffer } from './tour-offer.js';

/** The offer of the tour on the first page, where nothing runs on this machine. */
export function TourWelcome() {
  const { data } = useQuery('pane.list', { host: 'local' }, { on: ['sessions'] });
  return data?.sessions.length === 0 ? <TourOffer /> : null;
}
