import { z } from 'zod';
import { formatHostAddress, parseHostAddress } from '../../model/index.js';
import type { TokenReach } from '../../store/index.js';
import { ANY_HOST } from './reach.js';

const words = z.array(z.string().min(1).max(1_000)).min(1).max(100).optional();

/** What a token may reach. */
export const reachFields = {
  hosts: words.describe(
    'Addresses of the hosts that it may reach, each with its ?socket=NAME; * for any (default: known hosts).',
  ),
  sessions: words.describe('Names of the tmux sessions that it may reach (default: all).'),
  tags: words.describe('Tags: it reaches only runs and workers with one of them (default: all).'),
};

const reachInput = z.object(reachFields);

/** Addresses are kept in the one way that they are written. Fails with `INVALID_ADDRESS`. */
export function reachGiven({ hosts, sessions, tags }: z.output<typeof reachInput>): TokenReach {
  return {
    ...(hosts && {
      hosts: hosts.map((host) => (host === ANY_HOST ? host : formatHostAddress(parseHostAddress(host)))),
    }),
    ...(sessions && { sessions }),
    ...(tags && { tags }),
  };
}
