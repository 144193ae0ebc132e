import { z } from 'zod';
import { deferred, onAbort } from '../../model/index.js';
import type { BaseRuntime } from '../base-runtime.js';
import { merged } from '../events/merged.js';
import { stream } from '../operation.js';
import { WindowActivity } from './window-activity.js';

const item = z.object({
  type: z
    .enum(['live', 'activity'])
    .describe('live: the first one of each host, what is printed from here on is told.'),
  host: z.string(),
  windows: z.array(z.string()).describe('Ids of windows whose panes have printed something: @3.'),
});

type Item = z.input<typeof item>;

export const paneActivity = stream({
  name: 'pane.activity',
  summary: 'Tell which windows print something, as it happens',
  description:
    'For clients that show many panes and refresh only those that changed: names windows, about once a second, and not what they print. A host that does not answer is left out.',
  effect: 'read',
  faces: ['http'],
  input: z.strictObject({
    hosts: z
      .array(z.string().min(1).max(1_000))
      .min(1)
      .max(100)
      .default(['local'])
      .describe('Addresses of hosts.'),
  }),
  item,
  examples: [{ does: 'this machine', input: {} }],
  handler: async function* ({ hosts }, { runtime, signal }): AsyncGenerator<Item, void, undefined> {
    yield* merged([...new Set(hosts)].map((host) => followHost(runtime, host, signal)));
  },
});

async function* followHost(
  runtime: BaseRuntime,
  host: string,
  signal: AbortSignal,
): AsyncGenerator<Item, void, undefined> {
  const tmux = await runtime.connect(host).catch(() => undefined);
  if (!tmux || signal.aborted) return;
  const windows = new Set<string>();
  let wake = (): void => {};
  const stop = WindowActivity.of(tmux).follow((active) => {
    for (const window of active) windows.add(window);
    wake();
  });
  const stopListening = onAbort(signal, () => wake());
  try {
    yield { type: 'live', host: tmux.place, windows: [] };
    while (!signal.aborted) {
      if (windows.size > 0) {
        const active = [...windows];
        windows.clear();
        yield { type: 'activity', host: tmux.place, windows: active };
      } else {
        const woken = deferred();
        wake = woken.resolve;
        await woken.promise;
      }
    }
  } finally {
    stop();
    stopListening();
  }
}
