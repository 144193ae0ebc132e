import type { Terminal } from '@xterm/xterm';

/**
 * Keys that do not go to the program: copying, the palette, and the way out of a terminal that takes the Tab key too.
 * Ctrl-K is a key of editors and shells, so the palette has Ctrl-Shift-K while a terminal has the focus.
 */
export function takenByThePage(
  event: KeyboardEvent,
  { terminal, leave }: { readonly terminal: Terminal; readonly leave: () => void },
): boolean {
  const key = event.key.toLowerCase();
  if (event.metaKey && key === 'k') return true;
  if (!event.ctrlKey || !event.shiftKey || event.altKey) return false;
  if (key === 'k' || key === 'v') return true;
  if (key === 'c') {
    const text = terminal.getSelection();
    if (event.type === 'keydown' && text !== '') void navigator.clipboard?.writeText(text);
    event.preventDefault();
    return true;
  }
  if (key === 'e') {
    event.preventDefault();
    if (event.type === 'keydown') leave();
    return true;
  }
  return false;
}
