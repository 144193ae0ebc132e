import { z } from 'zod';
import type { TokenReach } from '../../store/index.js';
import { time, timeField } from '../fields.js';
import type { TokenRecord } from './tokens.js';

/** A token as it is shown: everything but itself. */
export const tokenRow = z.object({
  id: z.string(),
  name: z.string(),
  scopes: z.array(z.string()),
  hosts: z.array(z.string()).optional().describe('Hosts that it may reach (default: known hosts).'),
  sessions: z.array(z.string()).optional().describe('Limited to these tmux sessions.'),
  tags: z.array(z.string()).optional().describe('Limited to runs and workers with one of these tags.'),
  state: z.enum(['active', 'expired', 'revoked']),
  createdAt: timeField,
  expiresAt: timeField.optional(),
  revokedAt: timeField.optional(),
  lastUsedAt: timeField.optional(),
});

export function tokenRowOf(record: TokenRecord, now = new Date()): z.input<typeof tokenRow> {
  const { id, name, scopes, reach, createdAt, expiresAt, revokedAt, lastUsedAt } = record;
  const isExpired = expiresAt !== undefined && expiresAt <= now;
  return {
    id,
    name,
    scopes: [...scopes],
    ...reachFields(reach),
    state: revokedAt ? 'revoked' : isExpired ? 'expired' : 'active',
    createdAt: time(createdAt),
    ...(expiresAt && { expiresAt: time(expiresAt) }),
    ...(revokedAt && { revokedAt: time(revokedAt) }),
    ...(lastUsedAt && { lastUsedAt: time(lastUsedAt) }),
  };
}

function reachFields({ hosts, sessions, tags }: TokenReach) {
  return {
    ...(hosts && { hosts: [...hosts] }),
    ...(sessions && { sessions: [...sessions] }),
    ...(tags && { tags: [...tags] }),
  };
}
