import { useState } from 'react';
import { useStore } from '../../api/store.js';
import { Button } from '../../components/button.js';
import { EmptyState } from '../../components/empty-state.js';
import { WallPicker } from './wall-picker.js';
import { changeWall, type WallLayout, wall } from './wall-store.js';
import { WallTile } from './wall-tile.js';
import './wall.css';

/** Live terminals beside each other, those that the person has picked. */
export function WallPage() {
  const layout = useStore(wall);
  const [isPicking, setPicking] = useState(false);
  const { panes, columns } = layout;
  return (
    <>
      <div className="page-head">
        <h1>Wall</h1>
        {panes.length > 0 && <Columns columns={columns} />}
        <Button onClick={() => setPicking(true)}>Choose terminals</Button>
      </div>
      {panes.length === 0 && (
        <EmptyState title="Nothing on the wall yet">
          <p>Add terminals to view them side by side, live. They are stored in this browser.</p>
          <Button look="main" onClick={() => setPicking(true)}>
            Choose terminals
          </Button>
        </EmptyState>
      )}
      <ul className="wall" data-columns={columns}>
        {panes.map((pane) => (
          <WallTile key={`${pane.host} ${pane.paneId}`} pane={pane} />
        ))}
      </ul>
      {isPicking && <WallPicker onClose={() => setPicking(false)} />}
    </>
  );
}

const choices: readonly WallLayout['columns'][] = ['auto', 1, 2, 3, 4];

function Columns({ columns }: Pick<WallLayout, 'columns'>) {
  return (
    <fieldset className="segments wall-columns">
      <legend className="hidden-text">Terminals per row</legend>
      {choices.map((choice) => (
        <Button
          key={choice}
          size="small"
          aria-pressed={choice === columns}
          onClick={() => changeWall({ columns: choice })}
        >
          {choice === 'auto' ? 'Auto' : choice}
          <span className="hidden-text">{choice === 'auto' ? ' as many as fit' : ' in a row'}</span>
        </Button>
      ))}
    </fieldset>
  );
}
