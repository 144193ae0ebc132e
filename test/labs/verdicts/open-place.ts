import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore } from '../../../src/store/open-store.js';
import { TmuxAutomation } from '../../../src/systems/tmux-automation.js';
import { isolatedTmux } from '../../../src/testing/isolated-tmux.js';
import type { ConnectOptions } from '../../../src/tmux/connect.js';
import { patience } from '../../patience.js';
import type { LabPlace } from './observe-program.js';

/** A tmux server, a store and two automations for the lab, removed with everything they made. */
export async function openPlace(
  address: string,
  options: ConnectOptions = {},
  environment: Readonly<Record<string, string>> = {},
): Promise<LabPlace & AsyncDisposable> {
  const connect = { ...patience, ...options };
  const server = await isolatedTmux({ ...connect, address });
  const { host, tmux } = server;
  const made = await host.script('d=$(mktemp -d /tmp/mux-lab-XXXXXX) && printf %s "$d"');
  const folder = made.stdout.toString();
  const scratch = await mkdtemp(join(tmpdir(), 'mux-lab-store-'));
  const store = await openStore({ path: join(scratch, 'lab.db') });
  const config = { logFolder: `${folder}/runs`, connect };
  const automation = new TmuxAutomation({ store, config });
  const stranger = new TmuxAutomation({ store: false, config });
  return {
    automation,
    stranger,
    address: server.address,
    tmux,
    folder,
    environment,
    async [Symbol.asyncDispose]() {
      await automation.close();
      await stranger.close();
      await store.close();
      await tmux.killServer().catch(() => {});
      await host.files.remove(folder);
      await server[Symbol.asyncDispose]();
      await rm(scratch, { recursive: true, force: true });
    },
  };
}
