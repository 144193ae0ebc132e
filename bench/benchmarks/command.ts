import { type Benchmark, type Contender, milliseconds, OURS } from '../benchmark.js';
import { closing } from '../closing.js';
import type { Ground } from '../ground.js';
import { BareLoop } from '../peers/bare-loop.js';
import { Libtmux } from '../peers/libtmux.js';
import { spawned } from '../peers/spawned.js';
import { type Place, tmuxArgv } from '../places/place.js';
import { race } from '../race.js';

const COMMAND = ['display-message', '-p', 'x'] as const;

/** One command there and its answer back, one after the other. */
export const command: Benchmark = {
  name: 'command',
  unit: 'ms',
  async *run(ground) {
    for (const place of await ground.places()) {
      await using closers = closing();
      const bare = await BareLoop.attach(place);
      if (bare) closers.add(bare);
      const libtmux = place === (await ground.local()) ? await startLibtmux(place, ground) : undefined;
      if (libtmux) closers.add(libtmux);
      const contenders: Contender[] = [ours(place)];
      if (bare) contenders.push(bareLoop(bare));
      if (libtmux) contenders.push({ name: 'libtmux', role: 'peer', sample: () => libtmux.command() });
      contenders.push(...processEach(place));
      yield await race(`one command, ${place.name}`, 'ms', contenders, ground.effort(24, 60));
    }
  },
};

function ours(place: Place): Contender {
  const { tmux } = place.server;
  return { name: OURS, role: 'ours', sample: () => milliseconds(() => tmux.command(...COMMAND)) };
}

function bareLoop(bare: BareLoop): Contender {
  const line = `${COMMAND.join(' ')}\n`;
  return { name: 'bare loop', role: 'floor', sample: () => milliseconds(() => bare.send(line, 1)) };
}

function processEach(place: Place): Contender[] {
  const { commandLine } = place;
  if (!commandLine) return [];
  const argv = commandLine.argv(tmuxArgv(place, ...COMMAND), 'no-input');
  return [{ name: commandLine.name, role: 'peer', sample: () => milliseconds(() => spawned(argv)) }];
}

async function startLibtmux(place: Place, ground: Ground): Promise<Libtmux | undefined> {
  const libtmux = await Libtmux.start(place.server.socket);
  if (!libtmux) ground.note('libtmux is left out: /usr/bin/python3 cannot import it.');
  return libtmux;
}
