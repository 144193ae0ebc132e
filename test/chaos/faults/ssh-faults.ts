import { appendFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { scratchSshd } from '../../../src/testing/scratch-sshd.js';
import { localPlace, type Place } from '../place.js';
import { TcpProxy } from '../tcp-proxy.js';
import type { World } from '../world.js';
import type { Fault } from './fault.js';

const proxies = new WeakMap<Place, TcpProxy>();

function proxyOf({ place }: World): TcpProxy {
  const proxy = proxies.get(place);
  if (!proxy) throw new Error('This place is not reached over SSH.');
  return proxy;
}

/** This machine by SSH, through a relay. */
export async function sshPlace(): Promise<Place> {
  const sshd = await scratchSshd();
  const proxy = await TcpProxy.open(sshd.port);
  const known = join(sshd.folder, 'known_hosts');
  const key = (await readFile(known, 'utf8')).replace(`:${sshd.port} `, `:${proxy.port} `);
  await appendFile(known, key);
  const place: Place = {
    ...localPlace(),
    address: sshd.address.replace(/\d+$/, String(proxy.port)),
    connect: sshd.options,
    // The command line reads the ssh_config of the user, which a test does not touch.
    hasCommandLine: false,
    [Symbol.asyncDispose]: async () => {
      await proxy[Symbol.asyncDispose]();
      await sshd[Symbol.asyncDispose]();
    },
  };
  proxies.set(place, proxy);
  return place;
}

/** The link to the host. */
export const sshFaults: readonly Fault[] = [
  {
    name: 'SSH cut',
    weight: 5,
    forMs: [0, 0],
    inject: async (world) => {
      const count = proxyOf(world).cut();
      return count === 0 ? undefined : { to: `${count} links`, heal: async () => {} };
    },
  },
  {
    name: 'SSH cut and refused',
    group: 'link',
    weight: 3,
    forMs: [20, 2_000],
    inject: async (world) => {
      const proxy = proxyOf(world);
      const accept = proxy.refuse();
      const count = proxy.cut();
      return { to: `${count} links`, heal: async () => accept() };
    },
  },
  {
    name: 'SSH delayed',
    group: 'link',
    weight: 4,
    forMs: [100, 3_000],
    inject: async (world, pick) => {
      const ms = Math.round(5 + pick * 300);
      const end = proxyOf(world).delay(ms);
      return { to: `every chunk, ${ms} ms`, heal: async () => end() };
    },
  },
  {
    name: 'SSH frozen',
    group: 'link',
    weight: 4,
    forMs: [20, 3_000],
    inject: async (world) => {
      const thaw = proxyOf(world).freeze();
      return { to: 'all links', heal: async () => thaw() };
    },
  },
];
