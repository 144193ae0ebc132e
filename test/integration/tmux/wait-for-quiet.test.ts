import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { Screen } from '../../../src/screen/screen.js';
import type { PaneSink } from '../../../src/tmux/pane-events.js';
import { waitForQuiet } from '../../../src/tmux/wait-for-quiet.js';

const QUIET_MS = 50;

it('does not take the time in which the process could not listen for quiet', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const port = (server.address() as { port: number }).port;
  const ear = connect(port, '127.0.0.1');
  const [mouth] = (await once(server, 'connection')) as [Socket];
  try {
    let heardAt = Number.NaN;
    const pane = {
      id: '%1',
      screen: async () => ({ rows: [] }) as unknown as Screen,
      subscribe: async (sink: PaneSink) => {
        ear.on('data', (data: Buffer) => {
          heardAt = performance.now();
          sink.output(data);
        });
        return () => {};
      },
    };
    const quiet = waitForQuiet(pane, QUIET_MS, {});
    await nextTurn();
    mouth.write('output');
    for (const until = performance.now() + 2 * QUIET_MS; performance.now() < until; );
    await quiet;
    expect(performance.now() - heardAt).toBeGreaterThanOrEqual(QUIET_MS);
  } finally {
    ear.destroy();
    mouth.destroy();
    server.close();
  }
});
