import { useState } from 'react';
import { useQuery } from '../../api/query.js';
import { useStore } from '../../api/store.js';
import { Button } from '../../components/button.js';
import { Dialog } from '../../components/dialog.js';
import { Problem } from '../../components/problem.js';
import { panePlaces } from '../overview/pane-place.js';
import { useHostTree } from '../overview/use-host-tree.js';
import { isOnWall, putOnWall, takeFromWall, wall } from './wall-store.js';

/** All panes with a box to tick. */
export function WallPicker({ onClose }: { readonly onClose: () => void }) {
  const hosts = useQuery('host.list', {});
  const [filter, setFilter] = useState('');
  return (
    <Dialog title="Choose terminals" onClose={onClose} actions={<Button onClick={onClose}>Done</Button>}>
      <input
        className="input"
        type="search"
        aria-label="Filter terminals"
        placeholder="Filter"
        value={filter}
        onChange={(event) => setFilter(event.target.value)}
      />
      <div className="picker">
        {hosts.data?.hosts.map(({ host }) => (
          <PickerHost key={host} host={host} filter={filter.toLowerCase()} />
        ))}
      </div>
    </Dialog>
  );
}

function PickerHost({ host, filter }: { readonly host: string; readonly filter: string }) {
  const { data, error } = useHostTree(host);
  const layout = useStore(wall);
  const places = panePlaces(data?.sessions ?? []).filter(({ session, window, pane }) =>
    `${session.name} ${window.name} ${pane.command} ${pane.id}`.toLowerCase().includes(filter),
  );
  return (
    <fieldset className="picker-host">
      <legend className="mono">{host}</legend>
      {error && <Problem error={error} />}
      {data && places.length === 0 && <p className="soft">No pane.</p>}
      {places.map(({ session, window, pane }) => {
        const one = { host, paneId: pane.id };
        return (
          <label key={pane.id} className="picker-pane">
            <input
              type="checkbox"
              checked={isOnWall(layout, one)}
              onChange={(event) => (event.target.checked ? putOnWall(one) : takeFromWall(one))}
            />
            <strong className="mono">{pane.command}</strong>
            <span className="faint cut">
              {session.name} › {window.index}:{window.name} {pane.id}
            </span>
          </label>
        );
      })}
    </fieldset>
  );
}
