import { z } from 'zod';
import { field, MuxError, phrase } from '../../model/index.js';
import { timeField } from '../fields.js';
import { call } from '../operation.js';
import { reachFields, reachGiven } from '../reach/reach-fields.js';
import { type Scope, scopes } from './scopes.js';
import { tokenRow, tokenRowOf } from './token-row.js';

export const tokenCreate = call({
  name: 'token.create',
  summary: 'Create an access token for a program or a person',
  description:
    'The token is returned only once; the store keeps only its hash. Scopes: read can view everything; respond can also answer questions of agents and runs, but not type into anything else; control can also start, send and end, which amounts to a shell on the hosts that it reaches; admin can also create tokens and read the audit log, and reaches everything. By default a token reaches the known hosts: this machine, configured hosts, and hosts with stored runs, workers or agents.',
  effect: 'change',
  faces: ['cli', 'http'],
  input: z.strictObject({
    name: z
      .string()
      .regex(/^[\w.@ -]{1,100}$/, 'use letters, digits, spaces and . _ - @')
      .describe('Its purpose; shown in the audit log.'),
    scopes: z.array(z.enum(scopes)).min(1).max(4).default(['read']).describe('Scope of the token.'),
    ...reachFields,
    lifetimeMs: z
      .number()
      .int()
      .min(1_000)
      .max(10 * 365 * 24 * 3_600_000)
      .optional()
      .describe('Lifetime in milliseconds (default: no expiry).'),
  }),
  output: z.object({
    ...tokenRow.shape,
    token: z.string().describe('Value for the header Authorization: Bearer.'),
    expiresAt: timeField.optional(),
  }),
  examples: [
    { does: 'a read-only token for a script', input: { name: 'status page' } },
    {
      does: 'a token for a bot, valid for a day',
      input: { name: 'bot', scopes: ['respond'], lifetimeMs: 86_400_000 },
    },
    {
      does: 'a token for a container, and one session there',
      input: { name: 'sandbox', scopes: ['control'], hosts: ['docker://sandbox'], sessions: ['work'] },
    },
  ],
  handler: async ({ name, scopes: given, lifetimeMs, ...limits }, { runtime }) => {
    const tokens = await runtime.tokens();
    const reach = reachGiven(limits);
    if (Object.keys(reach).length > 0) requireLimitable(given);
    const { secret, record } = await tokens.create({ name, scopes: given, reach, lifetimeMs });
    return { ...tokenRowOf(record), token: secret };
  },
});

/** What may make tokens could make itself one without limits. */
function requireLimitable(given: readonly Scope[]): void {
  if (!given.includes('admin')) return;
  throw new MuxError('INVALID_ARGUMENT', "A token with the scope 'admin' cannot be limited.", {
    suggestion: phrase`Omit ${field('hosts')}, ${field('sessions')} and ${field('tags')}, or use another scope.`,
    details: { field: 'scopes' },
  });
}
