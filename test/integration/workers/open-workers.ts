import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { openStore } from '../../../src/store/open-store.js';
import type { Store } from '../../../src/store/store.js';
import { type IsolatedTmux, isolatedTmux } from '../../../src/testing/isolated-tmux.js';
import type { Tmux } from '../../../src/tmux/tmux.js';
import { defaultSessionName } from '../../../src/workers/default-session-name.js';
import { Workers } from '../../../src/workers/workers.js';
import type { SpawnOptions, WorkersOptions } from '../../../src/workers/workers-options.js';
import { patience } from '../../patience.js';
import type { OpenPlace, Place } from '../tmux/places.js';

/** A tmux server, a state folder and workers that nobody else uses. */
export interface OpenWorkers extends AsyncDisposable {
  readonly workers: Workers;
  readonly server: IsolatedTmux;
  readonly tmux: Tmux;
  readonly address: string;
  readonly store: Store;
  readonly statePath: string;
  /** A folder of its own on the host. */
  readonly folder: string;
  /** The session that workers are spawned in by default. */
  readonly session: string;
  /** Another process's view: nothing shared but the state folder, or not even that. */
  another(options?: WorkersOptions): Workers;
  /** A worker that reads lines and repeats them, ready to read the first. */
  spawnEcho(name: string, options?: SpawnOptions): Promise<void>;
  /** `session:window` of all windows. */
  windows(): Promise<string[]>;
}

const ECHO = 'echo ready; while read -r line; do echo "got $line"; done';

const local = { address: 'local', options: patience };

export async function openWorkers(
  place: Pick<OpenPlace, 'address' | 'options'> = local,
  options: { readonly started?: boolean; readonly config?: string } = {},
): Promise<OpenWorkers> {
  const server = await isolatedTmux({ ...place.options, address: place.address, ...options });
  const scratch = await mkdtemp(join(tmpdir(), 'muxwright-workers-'));
  const { host, tmux } = server;
  const made = await host.script(
    'd=$(mktemp -d /tmp/muxwright-workers-XXXXXX) && mkdir "$d/home" && printf %s "$d"',
  );
  const folder = made.stdout.toString();
  // The login files of whoever runs the tests are none of their business.
  if (options.started !== false) await tmux.globalEnvironment.set('HOME', `${folder}/home`);
  const statePath = join(scratch, 'muxwright.db');
  const store = await openStore({ path: statePath });
  const config = {
    logFolder: `${folder}/runs`,
    answerMs: 60_000,
    shellStartMs: 60_000,
    connect: { ...patience, ...place.options },
  };
  const opened: Workers[] = [];
  const another = (given: WorkersOptions = {}): Workers => {
    const workers = new Workers({
      store,
      host: server.address,
      ...given,
      config: { ...config, ...given.config },
    });
    opened.push(workers);
    return workers;
  };
  const workers = another();

  return {
    workers,
    server,
    tmux,
    address: server.address,
    store,
    statePath,
    folder,
    session: defaultSessionName(scratch),
    another,
    async spawnEcho(name, spawning = {}) {
      const usual = { cwd: folder, login: false, readyWait: { pattern: 'ready' } };
      await workers.spawn(name, ECHO, { ...usual, ...spawning });
    },
    async windows() {
      const names = new Map((await tmux.sessions()).map(({ id, name }) => [id, name]));
      return (await tmux.windows()).map(({ sessionId, name }) => `${names.get(sessionId)}:${name}`);
    },
    async [Symbol.asyncDispose]() {
      for (const one of opened) await one.close();
      await store.close();
      await tmux.killServer().catch(() => {});
      // Shells that end now may still write down their history.
      await host.script('until rm -rf -- "$1" 2>/dev/null; do sleep 0.1; done', [folder]);
      await server[Symbol.asyncDispose]();
      await rm(scratch, { recursive: true, force: true });
    },
  };
}

/** Opens a place once for a suite. */
export function useWorkers(place: Place): () => Promise<OpenWorkers> {
  let opened: OpenPlace | undefined;
  beforeAll(async () => {
    opened = await place.open();
  });
  afterAll(async () => {
    await opened?.[Symbol.asyncDispose]();
  });
  return () => {
    if (!opened) throw new Error(`${place.name} is not open`);
    return openWorkers(opened);
  };
}
