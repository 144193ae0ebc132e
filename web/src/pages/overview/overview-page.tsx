import { useCallback, useDeferredValue, useMemo, useState } from 'react';
import { useQuery } from '../../api/query.js';
import { Button } from '../../components/button.js';
import { EmptyState } from '../../components/empty-state.js';
import { Problem } from '../../components/problem.js';
import { Spinner } from '../../components/spinner.js';
import { useInbox } from '../inbox/use-inbox.js';
import { TourWelcome } from '../tour/tour-welcome.js';
import { type HostCount, HostSection } from './host-section.js';
import { counted } from './session-section.js';
import { usePaneOwners } from './use-pane-owners.js';
import { WaitingStrip } from './waiting-strip.js';
import './overview.css';

/** Everything that runs, on every host that is known. */
export function OverviewPage() {
  const hosts = useQuery('host.list', {}, { on: ['run_started', 'worker_changed', 'state_changed'] });
  const [text, setText] = useState('');
  const filter = useDeferredValue(text.trim());
  const [counts, setCounts] = useState<Readonly<Record<string, HostCount>>>({});
  const onCount = useCallback(
    (host: string, count: HostCount) => setCounts((before) => ({ ...before, [host]: count })),
    [],
  );
  const ownersOf = usePaneOwners();
  const { items: waiting } = useInbox();
  const waits = useMemo(() => {
    const places = new Set(waiting.map(({ host, paneId }) => `${host} ${paneId}`));
    return (host: string, paneId: string): boolean => places.has(`${host} ${paneId}`);
  }, [waiting]);
  const total = totalOf(Object.values(counts));
  return (
    <>
      <div className="page-head">
        <h1>Overview</h1>
        <p className="soft number" role="status">
          {filter === ''
            ? `${counted(total.sessions, 'session')} · ${counted(total.panes, 'pane')}`
            : `${total.shown} of ${counted(total.panes, 'pane')}`}
        </p>
        <input
          className="input overview-filter"
          type="search"
          aria-label="Filter panes"
          placeholder="Filter by name, program, folder…"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </div>
      <WaitingStrip items={waiting} />
      {hosts.data && filter === '' && total.panes === 0 && <TourWelcome />}
      {hosts.error && <Problem error={hosts.error} />}
      {!hosts.data && !hosts.error && <Spinner />}
      {hosts.data?.hosts.map(({ host }) => (
        <HostSection
          key={host}
          host={host}
          filter={filter}
          ownersOf={ownersOf}
          waits={waits}
          onCount={onCount}
        />
      ))}
      {filter !== '' && total.panes > 0 && total.shown === 0 && (
        <EmptyState title="No matches">
          <p>
            No pane has <q>{filter}</q> in its name, program, title or folder.
          </p>
          <Button onClick={() => setText('')}>Show all</Button>
        </EmptyState>
      )}
    </>
  );
}

function totalOf(counts: readonly HostCount[]): HostCount {
  const sum = (of: (count: HostCount) => number): number => counts.reduce((all, one) => all + of(one), 0);
  return {
    sessions: sum((one) => one.sessions),
    panes: sum((one) => one.panes),
    shown: sum((one) => one.shown),
  };
}
