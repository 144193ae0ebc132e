import type { LibraryProcess } from '../library-process.js';
import type { ServeProcess } from '../serve-process.js';
import type { World } from '../world.js';
import { chosen, type Fault, type Injected } from './fault.js';

interface Victim {
  readonly name: string;
  readonly pid: number | undefined;
  signal(name: NodeJS.Signals): void;
}

/** Processes that a fault is at, so that no second one comes to them. */
const busy = new WeakSet<object>();

const library = (world: World): LibraryProcess[] => [...world.drivers, ...world.readers];
const serves = (world: World): ServeProcess[] => world.serves.filter(({ isUp }) => isUp);

/** Processes of muxwright, killed or stopped for a while, and connections of their clients that are cut. */
export const processFaults: readonly Fault[] = [
  {
    name: 'library process killed',
    weight: 4,
    forMs: [0, 300],
    inject: (world, pick) => kill(library(world), pick, async (process) => process.start()),
  },
  {
    name: 'library process stopped',
    weight: 4,
    forMs: [10, 3_000],
    inject: (world, pick) => stop(library(world), pick),
  },
  {
    name: 'mux serve killed',
    weight: 2,
    forMs: [0, 500],
    inject: (world, pick) => kill(serves(world), pick, (serve) => serve.start()),
  },
  {
    name: 'mux serve stopped',
    weight: 3,
    forMs: [10, 3_000],
    inject: (world, pick) => stop(serves(world), pick),
  },
  {
    name: 'mux run killed',
    weight: 2,
    forMs: [0, 0],
    inject: async (world, pick) => {
      const command = chosen(world.commands.running, pick);
      if (!command) return undefined;
      command.isKilled = true;
      command.child.kill('SIGKILL');
      return { to: `mux run of ${command.job.name}`, heal: () => command.done };
    },
  },
  {
    name: 'mux run stopped',
    weight: 3,
    forMs: [10, 3_000],
    inject: async (world, pick) => {
      const command = chosen(world.commands.running, pick);
      if (!command) return undefined;
      command.child.kill('SIGSTOP');
      return {
        to: `mux run of ${command.job.name}`,
        heal: async () => void command.child.kill('SIGCONT'),
      };
    },
  },
  {
    name: 'HTTP streams cut',
    weight: 3,
    forMs: [0, 0],
    inject: async (world, pick) => {
      const client = chosen(world.clients, pick);
      client?.cut();
      return client && { to: client.name, heal: async () => {} };
    },
  },
];

async function kill<T extends Victim & { kill(): Promise<void> }>(
  victims: readonly T[],
  pick: number,
  again: (victim: T) => Promise<void>,
): Promise<Injected | undefined> {
  const victim = chosen(
    victims.filter((one) => !busy.has(one)),
    pick,
  );
  if (!victim) return undefined;
  busy.add(victim);
  const to = `${victim.name}, process ${victim.pid}`;
  await victim.kill();
  return {
    to,
    heal: async () => {
      await again(victim);
      busy.delete(victim);
    },
  };
}

async function stop(victims: readonly Victim[], pick: number): Promise<Injected | undefined> {
  const victim = chosen(
    victims.filter((one) => !busy.has(one)),
    pick,
  );
  if (!victim) return undefined;
  busy.add(victim);
  victim.signal('SIGSTOP');
  return {
    to: `${victim.name}, process ${victim.pid}`,
    heal: async () => {
      victim.signal('SIGCONT');
      busy.delete(victim);
    },
  };
}
