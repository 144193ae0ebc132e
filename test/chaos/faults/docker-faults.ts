import { homedir } from 'node:os';
import { join } from 'node:path';
import { openHost } from '../../../src/hosts/open-host.js';
import { dockerEngine } from '../../../src/testing/docker-engine.js';
import type { DockerEngine } from '../../../src/testing/docker-engine-types.js';
import { type ScratchContainer, scratchContainer } from '../../../src/testing/scratch-container.js';
import { patience } from '../../patience.js';
import { localPlace, type Place } from '../place.js';
import type { ServerControl } from '../tmux-server.js';
import type { World } from '../world.js';
import type { Fault, Injected } from './fault.js';

const cacheFolder = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'muxwright', 'docker');

/** A private engine for all rounds of this process, because it is killed. */
let shared: Promise<DockerEngine> | undefined;
const containers = new WeakMap<Place, ScratchContainer>();

/** A container in which the folder of the round is at the same path as here. */
export async function dockerPlace(folder: string): Promise<Place> {
  shared ??= dockerEngine({ alwaysOwn: true, cacheFolder });
  const { engine } = await shared;
  const programs = new URL('../programs', import.meta.url).pathname;
  const binds = [`${folder}:${folder}`, `${programs}:${programs}:ro`];
  const container = await scratchContainer({ engine, binds });
  const connect = { ...patience, docker: { engine } };
  const place: Place = {
    ...localPlace(),
    address: container.address,
    connect,
    env: () => ({ DOCKER_HOST: engine }),
    server: (socket) => containerServer(container, connect, socket, folder),
    [Symbol.asyncDispose]: () => container[Symbol.asyncDispose](),
  };
  containers.set(place, container);
  return place;
}

export async function closeDocker(): Promise<void> {
  await (await shared)?.stop();
  shared = undefined;
}

/** The container and the engine. What ran in a container that was stopped is lost, and nothing else. */
export const dockerFaults: readonly Fault[] = [
  {
    name: 'container stopped and started',
    group: 'docker',
    weight: 1,
    forMs: [0, 500],
    inject: (world) =>
      withContainer(world, async (container) => {
        world.serverEnds.push(world.history.ms);
        await container.stop();
        return async () => {
          await container.start();
          await world.tmux.start();
        };
      }),
  },
  // No pause: an exec that begins in the same moment joins the frozen group, and Docker can never unpause it again.
  {
    name: 'dockerd killed and started',
    group: 'docker',
    weight: 1,
    forMs: [0, 500],
    inject: (world) =>
      withContainer(world, async (container) => {
        const engine = await shared;
        world.serverEnds.push(world.history.ms);
        await engine?.crash();
        return async () => {
          await engine?.restart();
          // An engine that finds containers of an earlier one stops them.
          await container.stop();
          await container.start();
          await world.tmux.start();
        };
      }),
  },
];

async function withContainer(
  { place }: World,
  harm: (container: ScratchContainer) => Promise<() => Promise<void>>,
): Promise<Injected | undefined> {
  const container = containers.get(place);
  return container && { to: container.name, heal: await harm(container) };
}

/** The tmux server of the container. Its end is that of the container. */
function containerServer(
  { address }: ScratchContainer,
  connect: Place['connect'],
  socket: string,
  folder: string,
): ServerControl {
  return {
    pid: undefined,
    async start() {
      await using host = await openHost(address, connect);
      const tmux = `exec tmux -u -L ${socket} -f /dev/null new-session -d -s main 'exec sleep 100000'`;
      // A server of a process of the round may be there first.
      await host.script(
        `export HOME=${folder}/home MUX_CHAOS=${folder} SHELL=/bin/bash; ${tmux} 2>/dev/null`,
      );
    },
    signal: () => {},
    kill: async () => {},
  };
}
