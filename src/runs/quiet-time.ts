import type { RunPlace } from './run-place.js';

/**
 * For how many milliseconds at least a pane has printed nothing, as tmux knows it: it counts in whole seconds, so that
 * up to two of them are missing.
 */
export async function quietTime({ tmux, pane }: Pick<RunPlace, 'tmux' | 'pane'>): Promise<number> {
  if (!pane) return 0;
  const [body] = await tmux
    .request([['display-message', '-p', '-t', pane.id, '%s #{window_activity}']])
    .catch(() => []);
  const [now = 0, printed = 0] = (body?.toString().trim().split(' ') ?? []).map(Number);
  return Math.max(0, now - printed - 1) * 1_000 || 0;
}
