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
      'live: the first one, nothing is missed from here on. gap: output is missing before the next. closed: the last one, nothing follows.',
    ),
  data: z.string().optional().describe('What was printed.'),
  reason: z.string().optional().describe('Why there is a gap, or why it ended.'),
  droppedBytes: z.number().optional(),
});

type Item = z.input<typeof item>;

export const paneWatch = stream({
  name: 'pane.watch',
  summary: 'Follow what a pane prints, as it comes',
  description:
    'The output from now on, with its escape sequences, until the pane is gone or the caller has had enough. What was there before is given by pane.screen and pane.read. Secrets are masked, also where they come in pieces.',
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
