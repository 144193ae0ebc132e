import { TmuxManager } from '../../src/index.js';
import { type Benchmark, type Contender, milliseconds, OURS } from '../benchmark.js';
import type { Ground } from '../ground.js';
import { spawned } from '../peers/spawned.js';
import { type Place, tmuxArgv } from '../places/place.js';
import { race } from '../race.js';

const metadata = { requestId: 'r', chatId: '1', workspace: 'bench' };

/** What a chat waits for before its answer begins: a session, once, and the way of a prompt into it. */
export const sessions: Benchmark = {
  name: 'sessions',
  unit: 'ms',
  async *run(ground) {
    for (const place of [await ground.local(), await ground.docker()]) {
      if (!place) continue;
      await using manager = new TmuxManager({
        store: false,
        command: ': {prompt}',
        config: { shell: 'bash', connect: place.hostOptions },
      });
      yield* measure(ground, place, manager);
    }
  },
};

async function* measure(ground: Ground, place: Place, manager: TmuxManager): ReturnType<Benchmark['run']> {
  const { tmux, address } = place.server;
  await tmux.globalEnvironment.set('HOME', '/nonexistent');
  let made = 0;
  const create = async (): Promise<number> => {
    const chat = `c${made++}`;
    const ms = await milliseconds(() => manager.getOrCreateSession(address, 'bench', chat));
    await manager.killSession(address, `claude-bench-${chat}`);
    return ms;
  };
  const createByTool = async (): Promise<number> => {
    const ms = await milliseconds(() => byTool(place, 'new-session', '-d', '-s', 'peer'));
    await byTool(place, 'kill-session', '-t', 'peer');
    return ms;
  };
  const name = await manager.getOrCreateSession(address, 'bench', 'send');
  await byTool(place, 'new-session', '-d', '-s', 'plain', 'sh');
  yield await race(
    `a new session for a chat, ${place.name} (500 ms asked for)`,
    'ms',
    contenders(place, create, createByTool),
    ground.effort(16, 100),
  );
  yield await race(
    `a prompt into a session, ${place.name} (100 ms asked for)`,
    'ms',
    contenders(
      place,
      () => milliseconds(() => manager.sendToSession(address, name, 'Hello Claude!', metadata)),
      () =>
        milliseconds(async () => {
          await byTool(place, 'has-session', '-t', 'plain');
          await byTool(place, 'send-keys', '-t', 'plain', ": 'Hello Claude!'", 'C-m');
        }),
    ),
    ground.effort(16, 100),
  );
  await manager.killSession(address, name);
  await manager.killSession(address, 'plain');
}

function contenders(
  { commandLine }: Place,
  ours: () => Promise<number>,
  theirs: () => Promise<number>,
): Contender[] {
  const own: Contender = { name: OURS, role: 'ours', sample: ours };
  return commandLine
    ? [own, { name: `${commandLine.name}, one for each`, role: 'peer', sample: theirs }]
    : [own];
}

async function byTool(place: Place, ...args: string[]): Promise<void> {
  const argv = tmuxArgv(place, ...args);
  await spawned(place.commandLine?.argv(argv, 'no-input') ?? argv);
}
