import { observerOf, type ReadingSink } from '../panes/index.js';
import { type SentinelPiece, SentinelReader } from '../recorder/index.js';
import type { PaneFeed } from '../tmux/index.js';
import type { RunPlace } from './run-place.js';

/**
 * Tells what the pane of a run prints, with its sentinels taken out; resolves when nothing is missed any more, with
 * `undefined` for a run that has no pane.
 */
export async function listenToRun(
  { id, pane, nonces }: RunPlace,
  sink: ReadingSink<SentinelPiece>,
): Promise<PaneFeed | undefined> {
  if (!pane) return undefined;
  return observerOf(pane).read(`sentinels of ${id}`, () => new SentinelReader(nonces ?? UNKNOWN), sink);
}

/** An end that is found without a proof only makes the record of the run be read. */
const UNKNOWN = { startNonce: '', exitNonce: '' };
