import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { connect, type Pane } from '../../src/index.js';
import { type Benchmark, OURS } from '../benchmark.js';
import { BareReader } from '../peers/bare-reader.js';
import type { Place } from '../places/place.js';
import { Printing, type Watcher } from '../programs/printing.js';
import { race } from '../race.js';
import { temporaryFolder } from '../temporary-folder.js';

/** How fast a program that prints log lines can go on while somebody takes all it prints. */
export const throughput: Benchmark = {
  name: 'throughput',
  unit: 'MB/s',
  async *run(ground) {
    await using folder = await temporaryFolder();
    const place = await ground.local();
    const printing = await Printing.prepare(place, folder.path, ground.quick ? 4 : 16);
    let gaps = 0;
    const ours = (pane: Pane): Promise<Watcher> => subscribe(place, pane, printing.bytes, () => gaps++);
    const bare = (pane: Pane): Promise<Watcher> => BareReader.attach(place, pane.id, printing.escapedBytes);
    const pipe = (pane: Pane): Promise<Watcher> =>
      pipeToFile(pane, join(folder.path, 'piped'), printing.bytes);
    yield await race(
      'log lines, local',
      'MB/s',
      [
        { name: OURS, role: 'ours', sample: () => printing.run(ours) },
        { name: 'pipe-pane cat', role: 'peer', sample: () => printing.run(pipe) },
        { name: 'bare reader', role: 'floor', sample: () => printing.run(bare) },
        { name: 'nobody watching', role: 'floor', sample: () => printing.run(nobody) },
      ],
      ground.effort(8, 0),
    );
    if (gaps > 0) ground.note(`In ${gaps} runs tmux held output back, because we were too far behind.`);
  },
};

/** By a client of its own: one that stays would also get what is printed for the others. */
async function subscribe(place: Place, pane: Pane, bytes: number, onGap: () => void): Promise<Watcher> {
  const tmux = await connect(place.server.address);
  const stream = tmux.pane(pane.id).bytes();
  await stream.live;
  return {
    seen: async () => {
      let left = bytes;
      for await (const event of stream) {
        if (event.type !== 'output') return onGap();
        left -= event.data.length;
        if (left <= 0) return;
      }
    },
    [Symbol.asyncDispose]: () => tmux.close(),
  };
}

async function pipeToFile(pane: Pane, path: string, bytes: number): Promise<Watcher> {
  await writeFile(path, '');
  await pane.pipe(`exec cat > '${path}'`);
  const seen = async (): Promise<void> => {
    while ((await stat(path)).size < bytes) await delay(3);
  };
  return { seen, [Symbol.asyncDispose]: () => pane.clearPipe() };
}

async function nobody(): Promise<Watcher> {
  return { seen: async () => {}, [Symbol.asyncDispose]: async () => {} };
}
