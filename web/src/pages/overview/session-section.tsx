import { PaneCard } from './pane-card.js';
import type { PanePlace } from './pane-place.js';
import type { SessionNode } from './use-host-tree.js';
import type { PaneOwners } from './use-pane-owners.js';

export interface SessionSectionProps {
  readonly host: string;
  readonly session: SessionNode;
  readonly places: readonly PanePlace[];
  readonly ownersOf: (host: string, paneId: string) => PaneOwners;
  readonly waits: (host: string, paneId: string) => boolean;
}

export function SessionSection({ host, session, places, ownersOf, waits }: SessionSectionProps) {
  const { attached } = session;
  return (
    <section
      className="session"
      aria-label={`Session ${session.name}`}
      style={{ '--panes': places.length } as React.CSSProperties}
    >
      <h3 className="session-head">
        <span className="mono">{session.name}</span>
        <span className="faint">
          {counted(session.windows.length, 'window')}
          {attached > 0 && ` · ${counted(attached, 'person', 'people')} attached`}
        </span>
      </h3>
      <ul className="pane-grid">
        {places.map((place) => (
          <PaneCard
            key={place.pane.id}
            host={host}
            place={place}
            owners={ownersOf(host, place.pane.id)}
            waits={waits(host, place.pane.id)}
          />
        ))}
      </ul>
    </section>
  );
}

/** `1 window`, `3 windows` */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
