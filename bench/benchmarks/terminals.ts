import { once } from 'node:events';
import { WebSocket } from 'ws';
import { type Benchmark, milliseconds, OURS } from '../benchmark.js';
import { closing } from '../closing.js';
import { served } from '../load/served.js';
import { spawned } from '../peers/spawned.js';
import { tmuxArgv } from '../places/place.js';
import { race } from '../race.js';
import { temporaryFolder } from '../temporary-folder.js';

/** A key in a terminal over a WebSocket, and its echo, beside what a program does that starts tmux for each step. */
export const terminals: Benchmark = {
  name: 'terminals',
  unit: 'ms',
  async *run(ground) {
    const place = await ground.local();
    const { tmux, address: host } = place.server;
    await using resources = closing();
    const { path } = resources.add(await temporaryFolder());
    const server = resources.add(await served(path));
    const session = await tmux.ensureSession('bench-terminals');
    const pane = await session.newWindow({ command: ['sh', '-c', 'stty -icanon; exec cat > /dev/null'] });
    const query = new URLSearchParams({ target: pane.id, host, mode: 'control' });
    const socket = new WebSocket(`${server.url.replace('http', 'ws')}/api/terminals?${query}`, {
      headers: server.headers,
    });
    let echoed: (() => void) | undefined;
    socket.on('message', (data: Buffer, isBinary) => {
      if (!isBinary) return;
      socket.send(JSON.stringify({ type: 'ack', bytes: data.length }));
      if (data.length === 1) echoed?.();
    });
    await once(socket, 'open');
    await once(socket, 'message');
    const key = (): Promise<void> =>
      new Promise((resolve) => {
        echoed = resolve;
        socket.send(Buffer.from('x'));
      });
    const started = async (): Promise<void> => {
      await spawned(tmuxArgv(place, 'send-keys', '-t', pane.id, '-l', 'x'));
      await spawned(tmuxArgv(place, 'capture-pane', '-p', '-t', pane.id));
    };
    yield await race(
      'from a key to its echo, over a WebSocket',
      'ms',
      [
        { name: OURS, role: 'ours', sample: () => milliseconds(key) },
        { name: 'tmux send-keys and capture-pane', role: 'peer', sample: () => milliseconds(started) },
      ],
      ground.effort(20, 250),
    );
    socket.terminate();
    await session.kill();
  },
};
