import { z } from 'zod';
import { onAbort } from '../../model/index.js';
import type { RedactingStream } from '../../redaction/index.js';
import { paneStream } from '../../runs/index.js';
import type { PaneEvent } from '../../tmux/index.js';
import { stream } from '../operation.js';
import { openPane } from './open-pane.js';
import { paneFields } from './pane-fields.js';
import { watchedOutput } from './watched-output.js';

const item = z.object({
  type: z
    .enum(['live', 'output', 'gap', 'closed'])
    .describe(
      'live: the first event; from here on nothing is missed. gap: output before the next event is missing. closed: the last event.',
    ),
  data: z.string().optional().describe('The output.'),
  reason: z.string().optional().describe('Reason of the gap, or of the end.'),
  droppedBytes: z.number().optional(),
});

type Item = z.input<typeof item>;

export const paneWatch = stream({
  name: 'pane.watch',
  summary: 'Follow the output of a pane',
  description:
    'New output with its escape sequences, until the pane is closed or the caller disconnects. pane.screen and pane.read return earlier output. Secrets are masked, even if they arrive in pieces.',
  effect: 'read',
  faces: ['cli', 'http'],
  input: z.strictObject(paneFields),
  item,
  examples: [{ does: 'the output of the worker api', input: { target: 'api' } }],
  handler: async function* ({ target, host }, { runtime, signal }): AsyncGenerator<Item, void, undefined> {
    const { pane, run } = await openPane(runtime, target, host);
    const output = paneStream({ redactor: await runtime.redactor(), run });
    await using events = watchedOutput(pane, output, signal);
    const stop = (): void => void events.close();
    const stopListening = onAbort(signal, stop);
    if (signal.aborted) stop();
    try {
      await events.live;
      if (signal.aborted) return;
      yield { type: 'live' };
      for await (const event of events) {
        if (signal.aborted) return;
        yield* itemsOf(event, output);
      }
    } finally {
      stopListening();
    }
  },
});

function* itemsOf(event: PaneEvent<string>, output: RedactingStream): Generator<Item, void, undefined> {
  const data = event.type === 'output' ? output.push(event.data) : output.end();
  if (data !== '') yield { type: 'output', data };
  if (event.type === 'gap') yield { type: 'gap', reason: event.reason, droppedBytes: event.droppedBytes };
  if (event.type === 'closed') yield { type: 'closed', reason: event.reason };
}
