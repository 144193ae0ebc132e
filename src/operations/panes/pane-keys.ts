import { z } from 'zod';
import { failedDelivery } from '../../delivery/index.js';
import { timeoutField } from '../fields.js';
import { call } from '../operation.js';
import { fingerprintField } from '../questions/question-fields.js';
import { openPane } from './open-pane.js';
import { paneFields, paneOutput } from './pane-fields.js';

export const paneKeys = call({
  name: 'pane.keys',
  summary: 'Press keys in a pane',
  description:
    'Keys by their tmux names, in order: Enter, Escape, Tab, Up, C-c, M-x, F5, a single letter. For menus, dialogs and editors; use pane.send for text. With fingerprint or ifShows, a key is pressed only while the screen shows that question or text.',
  effect: 'change',
  faces: ['cli', 'mcp', 'http'],
  input: z.strictObject({
    ...paneFields,
    keys: z
      .array(z.string().min(1).max(50))
      .min(1)
      .max(100)
      .describe('Key names, e.g. ["Down", "Down", "Enter"].'),
    ifShows: z
      .string()
      .min(1)
      .max(500)
      .optional()
      .describe('Text that a row of the screen must show at the moment of each key.'),
    fingerprint: fingerprintField,
    delayMs: z
      .number()
      .int()
      .min(0)
      .max(10_000)
      .optional()
      .describe('Milliseconds between two keys (default: 150).'),
    timeoutMs: timeoutField.default(30_000),
  }),
  output: z.object({ ...paneOutput, pressed: z.number().describe('Number of keys pressed.') }),
  examples: [
    { does: 'interrupt the program', input: { target: 'api', keys: ['C-c'] } },
    {
      does: 'choose the second option of a menu',
      input: { target: '%3', keys: ['Down', 'Enter'], ifShows: 'Which database' },
    },
  ],
  handler: async ({ target, host, keys, ifShows, fingerprint, delayMs, timeoutMs }, { runtime, signal }) => {
    const open = await openPane(runtime, target, host);
    const { pane, host: place } = open;
    const delivery = await runtime.delivery(place);
    return open.use(async () => {
      const result = await delivery.sendKeys(pane.id, ...keys, {
        timeoutMs,
        signal,
        ...(ifShows !== undefined && { ifShows }),
        ...(fingerprint !== undefined && { fingerprint }),
        ...(delayMs !== undefined && { sequentialSendDelayMs: delayMs }),
      });
      if (!result.success) throw failedDelivery(result, `The keys were not delivered to pane ${pane.id}`);
      return { paneId: pane.id, host: place, pressed: keys.length };
    });
  },
});
