import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import type { Host } from '../../../src/hosts/host.js';
import { openStore } from '../../../src/store/open-store.js';
import type { Store } from '../../../src/store/store.js';
import { TmuxAutomation } from '../../../src/systems/tmux-automation.js';
import { type IsolatedTmux, isolatedTmux } from '../../../src/testing/isolated-tmux.js';
import type { Tmux } from '../../../src/tmux/tmux.js';
import { patience } from '../../patience.js';
import type { OpenPlace, Place } from '../tmux/places.js';

/** A tmux server, a store, a log folder and an automation that nobody else uses. */
export interface OpenRuns extends AsyncDisposable {
  readonly automation: TmuxAutomation;
  readonly address: string;
  readonly tmux: Tmux;
  readonly server: IsolatedTmux;
  readonly host: Host;
  readonly store: Store;
  readonly storePath: string;
  /** Of the logs, on the host. */
  readonly folder: string;
  /** Another process's view: nothing shared but the store, if that is wanted. */
  another(options?: { readonly store?: Store | false }): TmuxAutomation;
}

/** Names of what is in the folder of the logs, in order. */
export async function fileNames({ host, folder }: OpenRuns): Promise<string[]> {
  return (await host.files.list(folder)).map(({ name }) => name).sort();
}

export type StartRuns = (options?: {
  readonly started?: boolean;
  readonly config?: string;
}) => Promise<OpenRuns>;

export function useRuns(place: Place): StartRuns {
  let opened: OpenPlace | undefined;
  beforeAll(async () => {
    opened = await place.open();
  });
  afterAll(async () => {
    await opened?.[Symbol.asyncDispose]();
  });
  return (options) => {
    if (!opened) throw new Error(`${place.name} is not open`);
    return openRuns(opened, options);
  };
}

export async function openRuns(
  place: Pick<OpenPlace, 'address' | 'options'>,
  options: { readonly started?: boolean; readonly config?: string } = {},
): Promise<OpenRuns> {
  const server = await isolatedTmux({ ...place.options, address: place.address, ...options });
  const scratch = await mkdtemp(join(tmpdir(), 'muxwright-runs-'));
  const { host, tmux } = server;
  const made = await host.script(
    'd=$(mktemp -d /tmp/muxwright-runs-XXXXXX) && mkdir "$d/home" && printf %s "$d"',
  );
  const there = made.stdout.toString();
  // The login files of whoever runs the tests are none of their business.
  if (options.started !== false) await tmux.globalEnvironment.set('HOME', `${there}/home`);
  const storePath = join(scratch, 'muxwright.db');
  const store = await openStore({ path: storePath });
  const folder = `${there}/runs`;
  const config = { logFolder: folder, connect: { ...patience, ...place.options } };
  const automations: TmuxAutomation[] = [];
  const another = (given: { readonly store?: Store | false } = {}): TmuxAutomation => {
    const automation = new TmuxAutomation({ store, config, ...given });
    automations.push(automation);
    return automation;
  };
  return {
    automation: another(),
    address: server.address,
    tmux,
    server,
    host,
    store,
    storePath,
    folder,
    another,
    async [Symbol.asyncDispose]() {
      for (const automation of automations) await automation.close();
      await store.close();
      await tmux.killServer().catch(() => {});
      await host.files.remove(there);
      await server[Symbol.asyncDispose]();
      await rm(scratch, { recursive: true, force: true });
    },
  };
}
