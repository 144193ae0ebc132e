import type { StyledScreen } from '../screen/index.js';

type Seen = Pick<StyledScreen, 'rows' | 'width' | 'height'>;

/**
 * Whether a screen that has got another size still shows what it did, cut off at the right or with room to spare:
 * tmux changes the size at once, the program paints a moment later.
 */
export function isUnpainted(before: Seen, now: Seen): boolean {
  if (before.width === now.width && before.height === now.height) return false;
  const written = now.rows.filter((row) => row.trim() !== '');
  if (written.length === 0) return true;
  let from = 0;
  let known = 0;
  for (const row of written) {
    const at = before.rows.findIndex((old, index) => index >= from && isCut(old, row, now.width));
    if (at < 0) continue;
    from = at + 1;
    known++;
  }
  return known >= written.length * 0.8 && before.width !== now.width;
}

function isCut(old: string, row: string, width: number): boolean {
  return old === row || (old.startsWith(row) && row.length >= width / 2 && old.length > row.length);
}
