import { useState } from 'react';
import { useQuery } from '../../api/query.js';
import { Button } from '../../components/button.js';
import { EmptyState } from '../../components/empty-state.js';
import { Problem } from '../../components/problem.js';
import { Spinner } from '../../components/spinner.js';
import { usePlace } from '../../router.js';
import { useInbox } from '../inbox/use-inbox.js';
import { filterInput, filterOf, RunFilters } from './run-filters.js';
import { RunTable } from './run-table.js';
import { runsWithText } from './run-view.js';
import { StartRunDialog } from './start-run-dialog.js';
import { Timeline } from './timeline.js';
import './runs.css';

const runEvents = ['run_started', 'run_status', 'run_prompt', 'run_exit', 'run_fault'] as const;

/** All runs that are remembered: filters, a timeline, how each of them is. */
export function RunsPage() {
  const { search } = usePlace();
  const filter = filterOf(search);
  const [limit, setLimit] = useState(100);
  const [starting, setStarting] = useState(false);
  const { data, error } = useQuery('run.list', { ...filterInput(filter), limit }, { on: runEvents });
  const { items } = useInbox();
  const waiting = new Set(items.map(({ target }) => target));
  const runs = runsWithText(data?.runs ?? [], filter.text).filter(
    ({ id }) => filter.state !== 'asks' || waiting.has(id),
  );
  const isFiltered = search.size > 0;
  return (
    <>
      <div className="page-head">
        <h1>Runs</h1>
        <Button look="main" onClick={() => setStarting(true)}>
          Start a run
        </Button>
      </div>
      <div className="stack">
        {error && <Problem error={error} />}
        {(isFiltered || (data?.runs.length ?? 0) > 0) && (
          <RunFilters filter={filter} runs={data?.runs ?? []} />
        )}
        {!data && !error && <Spinner label="Loading runs" />}
        {runs.length > 0 && (
          <>
            <Timeline runs={runs} waiting={waiting} />
            <RunTable runs={runs} waiting={waiting} />
          </>
        )}
        {data && runs.length === 0 && <NoRuns filtered={isFiltered} />}
        {data?.hasMore && (
          <p>
            <Button onClick={() => setLimit(Math.min(500, limit + 200))} disabled={limit >= 500}>
              {limit >= 500 ? 'Only the last 500 are shown: narrow the time' : 'Show older runs'}
            </Button>
          </p>
        )}
      </div>
      {starting && <StartRunDialog onClose={() => setStarting(false)} />}
    </>
  );
}

function NoRuns({ filtered }: { readonly filtered: boolean }) {
  if (filtered)
    return (
      <EmptyState title="No matching runs">
        <p>Remove a filter, or choose a longer period.</p>
      </EmptyState>
    );
  return (
    <EmptyState title="No runs yet">
      <p>
        A run is a command in its own terminal. It keeps running after you close this page, its output is
        logged with secrets masked, and its questions appear in the inbox.
      </p>
      <p>
        Start one above, or in a shell: <code>mux run -- npm test</code>
      </p>
    </EmptyState>
  );
}
