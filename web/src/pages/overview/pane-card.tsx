import { memo, useEffect, useRef, useState } from 'react';
import { useStore } from '../../api/store.js';
import { Badge } from '../../components/badge.js';
import { address, Link } from '../../router.js';
import { screenFeed } from '../../screens/screen-feed.js';
import { ScreenText } from '../../screens/screen-text.js';
import { agentTone, agentWord } from './agent-look.js';
import type { PanePlace } from './pane-place.js';
import type { PaneOwners } from './use-pane-owners.js';

export interface PaneCardProps {
  readonly host: string;
  readonly place: PanePlace;
  readonly owners: PaneOwners;
  readonly waits: boolean;
}

/** One pane of the overview: what is in it, and its screen as text. */
export const PaneCard = memo(function PaneCard({ host, place, owners, waits }: PaneCardProps) {
  const { session, window, pane } = place;
  const { agent, worker, run } = owners;
  return (
    <li className="pane-card" data-waits={waits || undefined} data-dead={pane.dead || undefined}>
      <Link to={address('/pane', { target: pane.id, host })} className="pane-card-link">
        <span className="pane-card-head">
          <span className="pane-card-command mono cut">
            {worker?.name ?? agent?.name ?? run?.command ?? pane.command}
          </span>
          <span className="pane-card-window cut faint">
            {window.index}:{run && !worker ? 'run' : window.name}
          </span>
          <span className="pane-card-state">
            {waits ? (
              <Badge tone="waits">waits</Badge>
            ) : pane.dead ? (
              <Badge tone={pane.deadStatus === 0 ? 'quiet' : 'bad'}>ended {pane.deadStatus ?? ''}</Badge>
            ) : agent ? (
              <Badge tone={agentTone(agent.state)}>{agentWord(agent.state)}</Badge>
            ) : (
              run && <Badge tone="busy">running</Badge>
            )}
          </span>
          <span className="hidden-text">
            , session {session.name}, pane {pane.id}
          </span>
        </span>
        <Thumbnail host={host} windowId={window.id} paneId={pane.id} columns={pane.width} />
      </Link>
    </li>
  );
}, isSame);

/** The tree is fetched anew at every change, so its objects are others although they say the same. */
function isSame(before: PaneCardProps, after: PaneCardProps): boolean {
  return JSON.stringify(shownOf(before)) === JSON.stringify(shownOf(after));
}

/** All that a card shows; the objects themselves hold much more, the whole session among it. */
function shownOf({
  host,
  place: { session, window, pane },
  owners: { run, worker, agent },
  waits,
}: PaneCardProps) {
  const { id, width, command, dead, deadStatus } = pane;
  const lives = [worker?.name, agent?.name, agent?.state, run?.command];
  return [
    host,
    session.name,
    window.id,
    window.index,
    window.name,
    id,
    width,
    command,
    dead,
    deadStatus,
    lives,
    waits,
  ];
}

interface ThumbnailProps {
  readonly host: string;
  readonly windowId: string;
  readonly paneId: string;
  readonly columns: number;
}

function Thumbnail({ host, windowId, paneId, columns }: ThumbnailProps) {
  const element = useRef<HTMLSpanElement>(null);
  const [isSeen, setSeen] = useState(false);
  const screen = useStore(screenFeed.screen({ host, windowId, paneId }));
  useEffect(() => {
    const observer = new IntersectionObserver(([entry]) => setSeen(entry?.isIntersecting ?? false), {
      rootMargin: '100px',
    });
    if (element.current) observer.observe(element.current);
    return () => observer.disconnect();
  }, []);
  useEffect(
    () => (isSeen ? screenFeed.watch({ host, windowId, paneId }) : undefined),
    [isSeen, host, windowId, paneId],
  );
  return (
    <span
      ref={element}
      className="thumbnail"
      data-alternate={screen?.alternate || undefined}
      aria-hidden="true"
      style={{ '--columns': screen?.width ?? columns } as React.CSSProperties}
    >
      <span className="thumbnail-room" />
      {screen && <ScreenText ansi={screen.ansi} />}
    </span>
  );
}
