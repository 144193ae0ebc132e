import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useModal } from '../components/use-modal.js';
import { type PaletteItem, usePaletteItems } from './palette-items.js';
import { rank } from './rank.js';
import './palette.css';

const mostShown = 60;

/** A box to type into, and everything that one can go to or do. */
export function PaletteDialog({ onClose }: { readonly onClose: () => void }) {
  const dialog = useModal();
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  const [text, setText] = useState('');
  // By its key: what is still on its way must not put another item under the choice.
  const [wanted, setWanted] = useState<string | undefined>(undefined);
  const items = rank(usePaletteItems(), text).slice(0, mostShown);
  const chosen = Math.max(
    0,
    items.findIndex(({ key }) => key === wanted),
  );
  useEffect(() => {
    list.current?.querySelector(`[data-index="${chosen}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);
  const act = (item: PaletteItem | undefined): void => {
    if (!item) return;
    onClose();
    item.act();
  };
  const onKey = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setWanted(items[(chosen + step + items.length) % Math.max(1, items.length)]?.key);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      act(items[chosen]);
    }
  };
  return (
    <dialog
      ref={dialog}
      className="dialog palette"
      aria-label="Go to or do"
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <input
        className="palette-input"
        type="text"
        role="combobox"
        aria-label="Go to a page, pane, run, worker or agent"
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-activedescendant={items[chosen] ? `${id}-${chosen}` : undefined}
        autoComplete="off"
        spellCheck={false}
        placeholder="Go to a page, pane, run, worker, agent…"
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setWanted(undefined);
        }}
        onKeyDown={onKey}
      />
      <div ref={list} id={`${id}-list`} className="palette-list" role="listbox" aria-label="Found">
        {items.map((item, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the box, which keeps the focus.
          <div
            key={item.key}
            id={`${id}-${index}`}
            data-index={index}
            className="palette-item"
            role="option"
            tabIndex={-1}
            aria-selected={index === chosen}
            onClick={() => act(item)}
            onMouseMove={() => setWanted(item.key)}
          >
            <span className="palette-kind faint">{item.kind}</span>
            <span className="cut">{item.title}</span>
            {item.detail && <span className="cut faint palette-detail">{item.detail}</span>}
          </div>
        ))}
      </div>
      {items.length === 0 && <p className="palette-none soft">No matches.</p>}
    </dialog>
  );
}
