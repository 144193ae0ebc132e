import { formatHostAddress, parseHostAddress } from '../../model/index.js';
import type { TokenReach } from '../../store/index.js';
import { allows } from '../tokens/scopes.js';

/** What a caller may reach. A caller without one reaches everything. */
export interface Reach {
  /** Addresses of hosts. `known`: this machine, those of the configuration, and those the store has something on. */
  readonly hosts: 'any' | 'known' | readonly string[];
  /** Names of tmux sessions; none: all of them. */
  readonly sessions: readonly string[];
  /** Tags of runs and workers; none: also what has no tag. */
  readonly tags: readonly string[];
  /** What says so, for errors. */
  readonly of: 'token' | 'mcp';
}

/** Written instead of an address: every host, also one that nobody has used yet. */
export const ANY_HOST = '*';

/** The reach of a token; `undefined` where it has no limits. */
export function reachOfToken(scopes: readonly string[], reach: TokenReach): Reach | undefined {
  return allows(scopes, 'admin') ? undefined : reachOf(reach, 'token');
}

export function reachOf({ hosts = [], sessions = [], tags = [] }: TokenReach, of: Reach['of']): Reach {
  const addresses = hosts.map(addressText);
  const wanted = addresses.includes(ANY_HOST) ? 'any' : addresses.length === 0 ? 'known' : addresses;
  return { hosts: wanted, sessions, tags, of };
}

/** An address in the one way that it is written; what cannot be understood, such as one elsewhere, as it is. */
export function addressText(host: string): string {
  if (host === ANY_HOST) return host;
  try {
    return formatHostAddress(parseHostAddress(host));
  } catch {
    return host;
  }
}

/** Whether not all of a host is in reach, so that what is on it has to be looked at one by one. */
export function isNarrow({ sessions, tags }: Reach): boolean {
  return sessions.length > 0 || tags.length > 0;
}
