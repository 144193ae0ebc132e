import { useEffect, useState } from 'react';
import { Icon } from './icon.js';
import { PaletteDialog } from './palette-dialog.js';

/** Opens the palette, by its button or by keys from anywhere. */
export function Palette() {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (!isPaletteKey(event)) return;
      event.preventDefault();
      setOpen((before) => !before);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  return (
    <>
      <button type="button" className="side-button" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Icon name="search" />
        <span>Go to…</span>
        <kbd>{isMac ? '⌘K' : 'Ctrl K'}</kbd>
      </button>
      {isOpen && <PaletteDialog onClose={() => setOpen(false)} />}
    </>
  );
}

const isMac = /Mac|iPhone|iPad/.test(navigator.platform);

/** Ctrl-K belongs to the program where a terminal takes keys; with Shift it is ours everywhere. */
function isPaletteKey(event: KeyboardEvent): boolean {
  if (event.key.toLowerCase() !== 'k' || event.altKey) return false;
  if (event.metaKey) return true;
  if (!event.ctrlKey) return false;
  return (
    event.shiftKey || !(event.target as Element | null)?.closest?.('.live-terminal[data-mode="control"]')
  );
}
