import { afterAll, beforeAll } from 'vitest';
import { isolatedCluster } from '../../../src/testing/cluster/isolated-cluster.js';
import {
  type IsolatedTmux,
  type IsolatedTmuxOptions,
  isolatedTmux,
} from '../../../src/testing/isolated-tmux.js';
import { scratchContainer } from '../../../src/testing/scratch-container.js';
import { scratchSshd } from '../../../src/testing/scratch-sshd.js';
import type { ConnectOptions } from '../../../src/tmux/connect.js';
import { patience } from '../../patience.js';
import { soak } from '../../soak.js';
import { dockerContext } from '../docker-context.js';

/** A kind of host that suites run on. */
export interface Place {
  readonly name: string;
  open(): Promise<OpenPlace>;
}

export interface OpenPlace extends AsyncDisposable {
  readonly address: string;
  readonly options: ConnectOptions;
}

const local: Place = {
  name: 'this machine',
  open: async () => ({
    address: 'local',
    options: patience,
    [Symbol.asyncDispose]: async () => {},
  }),
};

const ssh: Place = {
  name: 'SSH',
  open: async () => {
    const sshd = await scratchSshd();
    return {
      address: sshd.address,
      options: { ...sshd.options, ...patience },
      [Symbol.asyncDispose]: () => sshd[Symbol.asyncDispose](),
    };
  },
};

export function container(name: string, image: () => string | Promise<string>): Place {
  return {
    name,
    open: async () => {
      const { engine } = dockerContext();
      const running = await scratchContainer({ engine, image: await image() });
      return {
        address: running.address,
        options: { docker: { engine }, ...patience },
        [Symbol.asyncDispose]: () => running.remove(),
      };
    },
  };
}

const pod: Place = {
  name: 'a busybox container of a Kubernetes pod',
  open: async () => {
    const cluster = await isolatedCluster();
    const { address } = await cluster.pod();
    return {
      address,
      options: { ...cluster.options, ...patience },
      [Symbol.asyncDispose]: () => cluster[Symbol.asyncDispose](),
    };
  },
};

const busybox = container('a busybox container', () => dockerContext().images.busybox);

/** For what each host may have differently: its tools. */
export const everyPlace: readonly Place[] = [
  local,
  container('a container', () => dockerContext().images.glibc),
  busybox,
  ssh,
  pod,
];

/** For what may depend on the way to a host: each is among them once. */
export const differentPlaces: readonly Place[] = [local, busybox, ssh, pod];

/** For what no way to a host can change, once it is reached: each family of tools is among them once. */
export const differentTools: readonly Place[] = soak ? everyPlace : [local, busybox];

/** For what only tmux itself or our own logic decides: one is as good as another. */
export const anyPlace: readonly Place[] = soak ? everyPlace : [local];

/** Starts a tmux server of its own for a test; the place is opened once for the whole suite. */
export type StartTmux = (options?: IsolatedTmuxOptions) => Promise<IsolatedTmux>;

export function usePlace(place: Place): StartTmux {
  let opened: OpenPlace | undefined;
  beforeAll(async () => {
    opened = await place.open();
  });
  afterAll(async () => {
    await opened?.[Symbol.asyncDispose]();
  });
  return (options = {}) => {
    if (!opened) throw new Error(`${place.name} is not open`);
    return isolatedTmux({ ...opened.options, address: opened.address, ...options });
  };
}
