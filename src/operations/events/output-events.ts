import { paneWatch } from '../panes/pane-watch.js';
import type { Runtime } from '../runtime.js';
import type { EventOutput } from './event-output.js';

/** What a pane prints, as events without ids: the journal does not keep it, its log does. */
export async function* followOutput(
  runtime: Runtime,
  place: { readonly target: string; readonly host?: string | undefined },
  signal: AbortSignal,
): AsyncGenerator<EventOutput, void, undefined> {
  const { target } = place;
  const context = { runtime, signal, progress: () => {} };
  for await (const { type, data, reason, droppedBytes } of paneWatch.handler(place, context)) {
    const at = new Date().toISOString();
    if (type === 'live') yield { type: 'output', at, target, data: '', live: true };
    if (type === 'output') yield { type: 'output', at, target, data };
    if (type === 'gap') yield { type: 'missed', at, target, reason: `output: ${reason}`, droppedBytes };
    if (type === 'closed') yield { type: 'output', at, target, data: '', closed: reason };
  }
}
