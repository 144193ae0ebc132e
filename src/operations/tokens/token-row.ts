import { z } from 'zod';
import { time, timeField } from '../fields.js';
import type { TokenRecord } from './tokens.js';

/** A token as it is shown: everything but itself. */
export const tokenRow = z.object({
  id: z.string(),
  name: z.string(),
  scopes: z.array(z.string()),
  state: z.enum(['active', 'expired', 'revoked']),
  createdAt: timeField,
  expiresAt: timeField.optional(),
  revokedAt: timeField.optional(),
  lastUsedAt: timeField.optional(),
});

export function tokenRowOf(record: TokenRecord, now = new Date()): z.input<typeof tokenRow> {
  const { id, name, scopes, createdAt, expiresAt, revokedAt, lastUsedAt } = record;
  const isExpired = expiresAt !== undefined && expiresAt <= now;
  return {
    id,
    name,
    scopes: [...scopes],
    state: revokedAt ? 'revoked' : isExpired ? 'expired' : 'active',
    createdAt: time(createdAt),
    ...(expiresAt && { expiresAt: time(expiresAt) }),
    ...(revokedAt && { revokedAt: time(revokedAt) }),
    ...(lastUsedAt && { lastUsedAt: time(lastUsedAt) }),
  };
}
