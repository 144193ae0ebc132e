import type { BaseRuntime } from '../base-runtime.js';
import { allKnownHosts } from '../events/known-hosts.js';
import { addressText, type Reach } from './reach.js';

/** Whether a host, by its address as we write it, is one that the caller may use. */
export async function reachesHost(runtime: BaseRuntime, { hosts }: Reach, host: string): Promise<boolean> {
  if (hosts === 'any') return true;
  if (hosts !== 'known') return hosts.includes(host);
  if (host === 'local') return true;
  const { server } = await runtime.config();
  if (server.hosts.some((one) => addressText(one) === host)) return true;
  return (await allKnownHosts(await runtime.store())).has(host);
}
