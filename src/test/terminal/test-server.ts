import type { HostOptions } from '../../hosts/index.js';
import { formatHostAddress, parseHostAddress } from '../../model/index.js';
import { type IsolatedTmux, isolatedTmux } from '../../testing/index.js';
import { testDefaults } from '../test-defaults.js';

/** A tmux server that all terminals of this process on one host share, as long as anybody needs it. */
export interface TestServer {
  readonly isolated: IsolatedTmux;
  /** Where its terminals have their homes. */
  readonly folder: string;
  /** A number that no other terminal of the server has. */
  nextNumber(): number;
}

export interface ServerLease extends AsyncDisposable {
  readonly server: TestServer;
}

/** The server for a host, started where there is none. It ends when the last lease is given back. */
export async function leaseServer(on: string, connect: HostOptions = {}): Promise<ServerLease> {
  const key = JSON.stringify([formatHostAddress({ ...parseHostAddress(on), socket: undefined }), connect]);
  const shared = servers.get(key) ?? { users: 0, starting: start(on, connect) };
  servers.set(key, shared);
  shared.users += 1;
  let isHeld = true;
  const release = async (): Promise<void> => {
    if (!isHeld) return;
    isHeld = false;
    shared.users -= 1;
    if (shared.users > 0) return;
    servers.delete(key);
    const server = await shared.starting.catch(() => undefined);
    await server?.isolated[Symbol.asyncDispose]();
  };
  try {
    return { server: await shared.starting, [Symbol.asyncDispose]: release };
  } catch (error) {
    await release();
    throw error;
  }
}

interface SharedServer {
  users: number;
  readonly starting: Promise<TestServer>;
}

const servers = new Map<string, SharedServer>();

async function start(on: string, connect: HostOptions): Promise<TestServer> {
  const isolated = await isolatedTmux({ ...connect, address: on, config: CONFIG, folder: true });
  let last = 0;
  return { isolated, folder: isolated.folder ?? '', nextNumber: () => ++last };
}

const CONFIG = `set -g default-terminal ${testDefaults.term}
set -g history-limit ${testDefaults.historyLimit}
set -g remain-on-exit on
set -g status off
set -g escape-time 0
set -s set-clipboard off
set -g allow-rename off
set -g automatic-rename off
set -g mouse off
`;
