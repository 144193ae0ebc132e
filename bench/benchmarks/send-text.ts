import { type Benchmark, milliseconds, OURS } from '../benchmark.js';
import { spawned } from '../peers/spawned.js';
import { type Place, tmuxArgv } from '../places/place.js';
import { race } from '../race.js';

const LINE = `${'The quick brown fox jumps over the lazy dog. 0123456789 '.repeat(2).slice(0, 99)}\n`;
const TEXT = LINE.repeat(100);
const CHUNK = 1000;

/** Typing 10 kB into a program. We also look first whether the pane can take it. */
export const sendText: Benchmark = {
  name: 'send-text',
  unit: 'ms',
  async *run(ground) {
    const place = await ground.local();
    const session = await place.server.tmux.ensureSession('main');
    const pane = await session.newWindow({
      command: ['sh', '-c', 'stty raw -echo; echo ready; exec cat > /dev/null'],
    });
    await pane.waitForText('ready');
    yield await race(
      'typing 10 kB, local',
      'ms',
      [
        { name: OURS, role: 'ours', sample: () => milliseconds(() => pane.sendText(TEXT)) },
        {
          name: 'send-keys -l spawned, 1 kB each',
          role: 'peer',
          sample: () => milliseconds(() => sendChunks(place, pane.id, CHUNK)),
        },
        {
          name: 'send-keys -l spawned, all in one',
          role: 'peer',
          sample: () => milliseconds(() => sendChunks(place, pane.id, TEXT.length)),
        },
      ],
      ground.effort(16, 60),
    );
    await pane.kill();
  },
};

async function sendChunks(place: Place, pane: string, size: number): Promise<void> {
  for (let at = 0; at < TEXT.length; at += size) {
    await spawned(tmuxArgv(place, 'send-keys', '-t', pane, '-l', '--', TEXT.slice(at, at + size)));
  }
}
