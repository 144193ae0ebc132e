import { connect } from '../../src/index.js';
import { type Benchmark, type Contender, milliseconds, OURS } from '../benchmark.js';
import { spawned } from '../peers/spawned.js';
import { type Place, tmuxArgv } from '../places/place.js';
import { race } from '../race.js';

/** From nothing to the answer of a first command: the price of a connection for those who ask only once. */
export const start: Benchmark = {
  name: 'start',
  unit: 'ms',
  async *run(ground) {
    for (const place of [await ground.local(), await ground.docker()]) {
      if (!place) continue;
      const contenders: Contender[] = [{ name: OURS, role: 'ours', sample: () => connectOnce(place) }];
      const argv = place.commandLine?.argv(tmuxArgv(place, 'display-message', '-p', 'x'), 'no-input');
      if (place.commandLine && argv) {
        const sample = (): Promise<number> => milliseconds(() => spawned(argv));
        contenders.push({ name: `${place.commandLine.name} once`, role: 'peer', sample });
      }
      yield await race(`connect and one command, ${place.name}`, 'ms', contenders, ground.effort(16, 100));
    }
  },
};

/** Closing is not part of it. */
async function connectOnce(place: Place): Promise<number> {
  const begin = performance.now();
  await using tmux = await connect(place.server.address, place.hostOptions);
  await tmux.command('display-message', '-p', 'x');
  return performance.now() - begin;
}
