import { useEffect, useRef } from 'react';

export interface InboxKeys {
  onMove(step: 1 | -1): void;
  /** Whether there is such an option. */
  onOption(number: number): boolean;
  onEnter(): void;
}

/** The keys of the inbox. In a box for text all keys are its own, but Escape, which leaves it. */
export function useInboxKeys(keys: InboxKeys): void {
  const newest = useRef(keys);
  newest.current = keys;
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (act(event, newest.current)) event.preventDefault();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}

function act(event: KeyboardEvent, keys: InboxKeys): boolean {
  const { target, key } = event;
  const element = target instanceof HTMLElement ? target : undefined;
  if (element?.closest('dialog, .xterm')) return false;
  if (element?.matches('input, textarea, select')) {
    if (key === 'Escape') element.blur();
    return key === 'Escape';
  }
  if (key === 'j' || key === 'ArrowDown') keys.onMove(1);
  else if (key === 'k' || key === 'ArrowUp') keys.onMove(-1);
  else if (/^[1-9]$/.test(key)) return keys.onOption(Number(key));
  else if (key === 'Enter' && !element?.matches('button:not(.inbox-item), a')) keys.onEnter();
  else return false;
  return true;
}
