import { useState } from 'react';
import type { TerminalMode } from '../../api/open-terminal.js';
import { Button } from '../../components/button.js';
import { address, Link } from '../../router.js';
import { TerminalView } from '../../terminal/terminal-view.js';
import { placeOfPane } from '../overview/pane-place.js';
import { useHostTree } from '../overview/use-host-tree.js';
import { usePaneOwners } from '../overview/use-pane-owners.js';
import { takeFromWall, type WallPane } from './wall-store.js';

/** One terminal on the wall. Keys go to it only when it was asked for. */
export function WallTile({ pane: { host, paneId } }: { readonly pane: WallPane }) {
  const [mode, setMode] = useState<TerminalMode>('view');
  const { data } = useHostTree(host);
  const place = data && placeOfPane(data.sessions, paneId);
  const { worker, agent, run } = usePaneOwners()(host, paneId);
  const name = place ? `${place.session.name}:${place.window.name}` : paneId;
  return (
    <li className="wall-tile" data-mode={mode}>
      <div className="wall-tile-head">
        <Link to={address('/pane', { target: paneId, host })} className="wall-tile-name cut">
          <strong className="mono">
            {worker?.name ?? agent?.name ?? run?.title ?? run?.command ?? place?.pane.command ?? paneId}
          </strong>{' '}
          <span className="faint">{name}</span>
        </Link>
        <Button
          size="small"
          look="plain"
          aria-pressed={mode === 'control'}
          aria-label={`Control ${name}`}
          onClick={() => setMode(mode === 'view' ? 'control' : 'view')}
        >
          Control
        </Button>
        <Button
          size="small"
          look="plain"
          aria-label={`Take ${name} from the wall`}
          onClick={() => takeFromWall({ host, paneId })}
        >
          ✕
        </Button>
      </div>
      <div className="wall-tile-terminal">
        <TerminalView
          target={paneId}
          host={host}
          mode={mode}
          autoFocus={mode === 'control'}
          label={`Terminal ${name}`}
          onLeave={() => setMode('view')}
        />
      </div>
    </li>
  );
}
