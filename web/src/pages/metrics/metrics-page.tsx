import { useState } from 'react';
import { useQuery } from '../../api/query.js';
import { Button } from '../../components/button.js';
import { EmptyState } from '../../components/empty-state.js';
import { Problem } from '../../components/problem.js';
import { Spinner } from '../../components/spinner.js';
import { Link } from '../../router.js';
import { DurationChart } from './duration-chart.js';
import { OutcomeChart } from './outcome-chart.js';
import { ServerNumbers } from './server-numbers.js';
import { Tiles } from './tiles.js';
import './metrics.css';

const times = [
  { hours: 1, title: 'Last hour' },
  { hours: 24, title: 'Last day' },
  { hours: 168, title: 'Last week' },
  { hours: 0, title: 'All' },
] as const;

/** How long runs take and how they end, by their kind; and how the server is. */
export function MetricsPage() {
  const [hours, setHours] = useState<number>(0);
  const [now] = useState(Date.now);
  const filter = hours === 0 ? {} : { after: new Date(now - hours * 3_600_000).toISOString() };
  const { data, error } = useQuery('run.metrics', filter, { on: ['run_started', 'run_exit'] });
  const types = [...(data?.types ?? [])].sort((a, b) => b.count - a.count);
  return (
    <>
      <div className="page-head">
        <h1>Metrics</h1>
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would bring its own looks for no gain. */}
        <div className="row" role="group" aria-label="Time">
          {times.map((one) => (
            <Button
              key={one.hours}
              size="small"
              aria-pressed={hours === one.hours}
              onClick={() => setHours(one.hours)}
            >
              {one.title}
            </Button>
          ))}
        </div>
      </div>
      <div className="stack">
        {error && <Problem error={error} />}
        {!data && !error && <Spinner label="Counting" />}
        {data && data.count === 0 && <NothingCounted filtered={hours > 0} />}
        {data && data.count > 0 && (
          <>
            <Tiles types={types} />
            <div className="charts">
              <OutcomeChart types={types} />
              <DurationChart types={types} />
            </div>
          </>
        )}
        <ServerNumbers />
      </div>
    </>
  );
}

function NothingCounted({ filtered }: { readonly filtered: boolean }) {
  return (
    <EmptyState title={filtered ? 'No runs in this period' : 'Nothing to count yet'}>
      <p>
        Durations, success and questions of <Link to="/runs">runs</Link> are counted here by the kind of their
        command.
      </p>
    </EmptyState>
  );
}
