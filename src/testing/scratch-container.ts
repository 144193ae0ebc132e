import { randomBytes } from 'node:crypto';
import { EngineClient, EngineRefusal, resolveEngineEndpoint } from '../hosts/index.js';
import { watchContainer } from './container-watchdog.js';
import { scratchImage } from './scratch-image.js';

export interface ScratchContainerOptions {
  /**
   * Where the engine listens, as `dockerEngine()` says.
   * @default as for every Docker host: `DOCKER_HOST`, the Docker context, the usual socket
   */
  readonly engine?: string;
  /**
   * An image that the engine has.
   * @default the `glibc` image of `scratchImage()`
   */
  readonly image?: string;
  /**
   * The main program of the container.
   * @default a shell that waits forever
   */
  readonly command?: readonly string[];
  /** Folders of the engine's machine that are visible in it, as `docker run --volume` takes them: `/usr:/usr:ro`. */
  readonly binds?: readonly string[];
}

/** A container for one test. It is removed with everything in it when it is disposed, or when this process dies. */
export interface ScratchContainer extends AsyncDisposable {
  readonly name: string;
  readonly id: string;
  /** For `openHost` and `connect`: `docker://NAME`. */
  readonly address: string;
  /** Stops it as `docker stop` does; files stay, programs end. */
  stop(): Promise<void>;
  start(): Promise<void>;
  pause(): Promise<void>;
  unpause(): Promise<void>;
  remove(): Promise<void>;
}

/**
 * Starts a container without network, for one test.
 *
 * @example
 * await using docker = await dockerEngine();
 * await using container = await scratchContainer({ engine: docker.engine });
 * await using host = await openHost(container.address, { docker: { engine: docker.engine } });
 * await host.run(['tmux', '-V']);
 */
export async function scratchContainer(options: ScratchContainerOptions = {}): Promise<ScratchContainer> {
  const client = new EngineClient(await resolveEngineEndpoint(options));
  const name = `mux-scratch-${randomBytes(5).toString('hex')}`;
  try {
    const image = options.image ?? (await scratchImage(options));
    // From before it exists, so that there is no moment at which our death would leave it behind.
    await watchContainer(client.endpoint, name);
    const id = await createAndStart(client, name, image, options);
    return new RunningContainer(client, name, id);
  } catch (error) {
    await remove(client, name);
    client.close();
    throw error;
  }
}

// Also a good pid 1 where there is no docker-init: `wait` takes in every orphan.
export const WAIT_FOR_EVER = ['sh', '-c', "trap 'exit 0' TERM INT; while :; do sleep 86400 & wait $!; done"];

class RunningContainer implements ScratchContainer {
  readonly name: string;
  readonly id: string;
  readonly address: string;
  readonly #client: EngineClient;

  constructor(client: EngineClient, name: string, id: string) {
    this.#client = client;
    this.name = name;
    this.id = id;
    this.address = `docker://${name}`;
  }

  stop(): Promise<void> {
    return this.#do('stop', { t: '10' });
  }

  start(): Promise<void> {
    return this.#do('start');
  }

  pause(): Promise<void> {
    return this.#do('pause');
  }

  unpause(): Promise<void> {
    return this.#do('unpause');
  }

  async remove(): Promise<void> {
    await remove(this.#client, this.name);
    this.#client.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.remove();
  }

  async #do(verb: string, query: Record<string, string> = {}): Promise<void> {
    await this.#client.post(`/containers/${this.name}/${verb}`, { query, signal: patience() });
  }
}

/**
 * With docker-init as pid 1, which adopts orphans whatever the command is; an engine that lacks it runs without
 * one.
 */
async function createAndStart(
  client: EngineClient,
  name: string,
  image: string,
  { command = WAIT_FOR_EVER, binds = [] }: ScratchContainerOptions,
): Promise<string> {
  for (const init of [true, false]) {
    const { Id } = (await client.post('/containers/create', {
      query: { name },
      signal: patience(),
      body: {
        Image: image,
        Cmd: command,
        Labels: { 'muxwright.scratch': String(process.pid) },
        HostConfig: { Init: init, NetworkMode: 'none', Binds: binds },
      },
    })) as { Id: string };
    try {
      await client.post(`/containers/${name}/start`, { signal: patience() });
      return Id;
    } catch (error) {
      if (!init || !(error instanceof EngineRefusal && /init/.test(error.message))) throw error;
      await remove(client, name);
    }
  }
  throw new Error('unreachable');
}

async function remove(client: EngineClient, name: string): Promise<void> {
  const query = { force: '1', v: '1' };
  try {
    await client.delete(`/containers/${name}`, { query, signal: patience() });
  } catch (error) {
    if (!(error instanceof EngineRefusal && (error.status === 404 || error.status === 409))) throw error;
  }
}

/** Engines take long to start and to stop containers where many are started at once. */
function patience(): AbortSignal {
  return AbortSignal.timeout(120_000);
}
