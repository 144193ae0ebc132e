import { memo } from 'react';
import { agentState } from '../../../../src/model/states.js';
import { Badge } from '../../components/badge.js';
import { address, Link } from '../../router.js';
import { Thumbnail } from '../../screens/thumbnail.js';
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
            {worker?.name ?? agent?.name ?? run?.title ?? run?.command ?? pane.command}
          </span>
          <span className="pane-card-window cut faint">{windowText(place, owners)}</span>
          <span className="pane-card-state">
            {waits ? (
              <Badge bare tone="waits">
                waits
              </Badge>
            ) : pane.dead ? (
              <Badge bare tone={pane.deadStatus === 0 ? 'quiet' : 'bad'}>
                ended {pane.deadStatus ?? ''}
              </Badge>
            ) : agent ? (
              <Badge bare tone={agentState(agent.state).tone}>
                {agentState(agent.state).text}
              </Badge>
            ) : (
              run && (
                <Badge bare tone="busy">
                  running
                </Badge>
              )
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

/** `2:editor`; the names that runs are given tell nothing, and one that the card has already needs no second time. */
function windowText({ window, pane }: PanePlace, { worker, agent, run }: PaneOwners): string {
  const name = (run && !worker) || window.name.startsWith('auto:') ? 'run' : window.name;
  return name === (worker ?? agent)?.name || name === pane.command
    ? `${window.index}`
    : `${window.index}:${name}`;
}

/** The tree is fetched again at every change, so its objects differ even if their content is equal. */
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
