import type { HostOptions } from '../../src/hosts/host-options.js';
import type { OpenStoreOptions } from '../../src/store/open-store.js';
import type { ServerControl } from './tmux-server.js';

/** What differs between the profiles: where the tmux server is, what the store is, which disk the files are on. */
export interface Place extends AsyncDisposable {
  /** The address of the host, without a socket. */
  readonly address: string;
  readonly connect: HostOptions;
  /** The folder of the state and the logs, where it is not one of the world's own. */
  readonly state?: string;
  readonly store?: Pick<OpenStoreOptions, 'url' | 'machine' | 'keyFile'>;
  /** What a process of the suite needs in its environment, by its name. */
  env(name: string): Readonly<Record<string, string>>;
  /** Whether `mux serve` and `mux run` can reach the host with their environment alone. */
  readonly hasCommandLine: boolean;
  /** The tmux server, where it is not a process of this machine. */
  server?(socket: string): ServerControl;
}

/** This machine, with SQLite. */
export function localPlace(): Place {
  return {
    address: 'local',
    connect: {},
    env: () => ({}),
    hasCommandLine: true,
    [Symbol.asyncDispose]: async () => {},
  };
}
