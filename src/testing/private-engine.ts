import { spawn } from 'node:child_process';
import { watch } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EngineClient, resolveEngineEndpoint } from '../hosts/index.js';
import { isMuxError, MuxError } from '../model/index.js';
import type { DockerEngine, DockerEngineOptions } from './docker-engine-types.js';
import { engineKeeper } from './engine-keeper.js';
import { Keeper } from './keeper.js';

/**
 * Starts a Docker engine that has nothing to do with one of the machine: its own socket, folders, containerd, no
 * bridge, no firewall rules. A keeper process starts and stops it, so that it ends also when we are killed.
 */
export async function startPrivateEngine(
  dockerd: string,
  options: DockerEngineOptions,
): Promise<DockerEngine> {
  // A socket's path may have about 100 characters.
  const folder = await mkdtemp(join(tmpdir().length < 50 ? tmpdir() : '/tmp', 'mux-docker-'));
  const engine = new PrivateEngine(folder, await startKeeper(dockerd, folder, options.cacheFolder));
  try {
    await engine.answers();
    await engine.removeLeftovers();
    return engine;
  } catch (error) {
    await engine.stop();
    throw error;
  }
}

/** Tries the parts of the cache one after another until one is free: two engines must not share their data. */
async function startKeeper(
  dockerd: string,
  folder: string,
  cacheFolder: string | undefined,
): Promise<Keeper> {
  // The machine's own configuration may name other folders, which dockerd refuses beside ours.
  await writeFile(join(folder, 'daemon.json'), '{}');
  if (cacheFolder) await mkdir(cacheFolder, { recursive: true });
  for (let part = 0; ; part++) {
    const data = cacheFolder ? join(cacheFolder, `engine-${part}`) : join(folder, 'data');
    const child = spawn('sh', ['-c', engineKeeper, 'sh', folder, data, dockerd], {
      // In a separate process group: an interrupt at the keyboard is for us, and it has work to do then.
      detached: true,
      env: { ...process.env, PATH: `${process.env.PATH}:/usr/local/sbin:/usr/sbin:/sbin` },
    });
    const keeper = new Keeper(child);
    if ((await keeper.hold(keeper.said('running', 'busy'))) === 'running') return keeper;
  }
}

class PrivateEngine implements DockerEngine {
  readonly own = true;
  readonly engine: string;
  readonly #folder: string;
  readonly #keeper: Keeper;

  constructor(folder: string, keeper: Keeper) {
    this.#folder = folder;
    this.#keeper = keeper;
    this.engine = `unix://${folder}/s`;
  }

  async stop(): Promise<void> {
    await this.#keeper.end();
    await rm(this.#folder, { recursive: true, force: true });
  }

  async crash(): Promise<void> {
    const ended = this.#keeper.said('ended');
    this.#keeper.tell('crash');
    await this.#keeper.hold(ended);
  }

  async restart(): Promise<void> {
    const running = this.#keeper.said('running');
    this.#keeper.tell('start');
    await this.#keeper.hold(running);
    await this.answers();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop();
  }

  /**
   * Waits until the engine answers. Whatever it writes into its folder (the log, the socket) is a reason to try; once
   * the socket takes a connection, the answer comes as soon as the engine is ready.
   */
  async answers(): Promise<void> {
    const client = await this.#client();
    let wake = (): void => {};
    const watcher = watch(this.#folder, () => wake());
    const ended = this.#keeper.said('ended').then(() => this.#failure());
    try {
      for (;;) {
        const change = new Promise<void>((resolve) => {
          wake = resolve;
        });
        if (await pings(client)) return;
        const failure = await Promise.race([change, ended]);
        if (failure) throw failure;
      }
    } finally {
      watcher.close();
      client.close();
    }
  }

  /** Containers of an earlier run that was killed: its engine stopped them, and kept them in the cache. */
  async removeLeftovers(): Promise<void> {
    const client = await this.#client();
    const filters = JSON.stringify({ label: ['muxwright.scratch'] });
    const query = { all: '1', filters };
    const leftovers = (await client.get('/containers/json', { query })) as { Id: string }[];
    for (const { Id } of leftovers) {
      const signal = AbortSignal.timeout(120_000);
      await client.delete(`/containers/${Id}`, { query: { force: '1', v: '1' }, signal });
    }
    client.close();
  }

  async #client(): Promise<EngineClient> {
    return new EngineClient(await resolveEngineEndpoint({ engine: this.engine }));
  }

  async #failure(): Promise<MuxError> {
    const log = await readFile(join(this.#folder, 'log'), 'utf8').catch(() => '');
    const tail = log.trimEnd().split('\n').slice(-5).join('\n');
    return new MuxError('DOCKER_UNAVAILABLE', `dockerd ended while it was starting:\n${tail}`, {
      suggestion: 'Run the tests as root of a machine that may mount and use cgroups, or set DOCKER_HOST.',
    });
  }
}

async function pings(client: EngineClient): Promise<boolean> {
  try {
    await client.get('/_ping', { signal: AbortSignal.timeout(60_000) });
    return true;
  } catch (error) {
    if (isMuxError(error, 'DOCKER_UNAVAILABLE')) return false;
    throw error;
  }
}
