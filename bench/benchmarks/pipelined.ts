import { type Benchmark, type Contender, milliseconds, OURS } from '../benchmark.js';
import { closing } from '../closing.js';
import { BareLoop } from '../peers/bare-loop.js';
import { race } from '../race.js';

const DEPTH = 1000;

/** Many commands at once: what one of them costs. */
export const pipelined: Benchmark = {
  name: 'pipelined',
  unit: 'µs',
  async *run(ground) {
    for (const place of await ground.places()) {
      await using closers = closing();
      const { tmux } = place.server;
      const all = (): Promise<unknown> =>
        Promise.all(Array.from({ length: DEPTH }, () => tmux.command('display-message', '-p', 'x')));
      const contenders: Contender[] = [{ name: OURS, role: 'ours', sample: () => eachOf(all) }];
      const bare = await BareLoop.attach(place);
      if (bare) {
        closers.add(bare);
        const lines = 'display-message -p x\n'.repeat(DEPTH);
        const sample = (): Promise<number> => eachOf(() => bare.send(lines, DEPTH));
        contenders.push({ name: 'bare loop', role: 'floor', sample });
      }
      const name = `a command, ${DEPTH} at once, ${place.name}`;
      yield await race(name, 'µs', contenders, ground.effort(24, 120));
    }
  },
};

async function eachOf(all: () => Promise<unknown>): Promise<number> {
  return ((await milliseconds(all)) * 1000) / DEPTH;
}
