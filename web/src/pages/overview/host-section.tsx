import { useEffect } from 'react';
import { Button } from '../../components/button.js';
import { Problem } from '../../components/problem.js';
import { Spinner } from '../../components/spinner.js';
import { type PanePlace, panePlaces } from './pane-place.js';
import { counted, SessionSection } from './session-section.js';
import { useHostTree } from './use-host-tree.js';
import type { PaneOwners } from './use-pane-owners.js';

export interface HostSectionProps {
  readonly host: string;
  readonly filter: string;
  readonly ownersOf: (host: string, paneId: string) => PaneOwners;
  readonly waits: (host: string, paneId: string) => boolean;
  readonly onCount: (host: string, count: HostCount) => void;
}

/** What a host has, and what of it is shown. */
export interface HostCount {
  readonly sessions: number;
  readonly panes: number;
  readonly shown: number;
}

export function HostSection({ host, filter, ownersOf, waits, onCount }: HostSectionProps) {
  const { data, error, refresh } = useHostTree(host);
  const all = data ? panePlaces(data.sessions) : [];
  const places = all.filter((place) => isWanted(place, host, filter, ownersOf(host, place.pane.id)));
  const sessions = data?.sessions.length ?? 0;
  const [panes, shown] = [all.length, places.length];
  useEffect(() => onCount(host, { sessions, panes, shown }), [onCount, host, sessions, panes, shown]);
  if (filter !== '' && data && places.length === 0) return null;
  return (
    <section className="host" aria-label={`Host ${host}`}>
      <h2 className="host-head">
        <span className="mono">{host}</span>
        {data && (
          <span className="faint">
            {counted(sessions, 'session')} · {counted(panes, 'pane')}
          </span>
        )}
      </h2>
      {error && (
        <Problem error={error}>
          <p>
            <Button size="small" onClick={refresh}>
              Try again
            </Button>
          </p>
        </Problem>
      )}
      {!data && !error && <Spinner label={`Loading ${host}`} />}
      {data && !error && panes === 0 && <p className="soft">No tmux server is running here.</p>}
      <div className="sessions-frame">
        <div className="sessions">
          {data?.sessions.map((session) => {
            const own = places.filter((place) => place.session === session);
            if (own.length === 0) return null;
            return (
              <SessionSection
                key={session.id}
                host={host}
                session={session}
                places={own}
                ownersOf={ownersOf}
                waits={waits}
              />
            );
          })}
        </div>
      </div>
    </section>
  );
}

/** Every word of the filter has to be found somewhere in what the pane is. */
function isWanted(
  { session, window, pane }: PanePlace,
  host: string,
  filter: string,
  owners: PaneOwners,
): boolean {
  const { worker, agent, run } = owners;
  const text = [
    host,
    session.name,
    window.name,
    pane.id,
    pane.command,
    pane.title,
    pane.cwd,
    worker?.name,
    ...(worker?.tags ?? []),
    agent?.name,
    run?.id,
    run?.command,
  ]
    .join(' ')
    .toLowerCase();
  return filter
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
