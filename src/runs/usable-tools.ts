import type { Host } from '../hosts/host.js';
import { type HostTools, hostTools } from '../recorder/host-tools.js';

/**
 * What a host has for runs. What is known from before holds only while the folder is there and can be written to: a
 * run without one would go on unrecorded.
 */
export async function usableTools(host: Host, folder: string | undefined): Promise<HostTools> {
  const given = folder === undefined ? {} : { folder };
  const tools = await hostTools(host, given);
  const { code } = await host.script('[ -w "$1" ] && [ -x "$1" ]', [tools.folder]);
  return code === 0 ? tools : hostTools(host, { ...given, refresh: true });
}
