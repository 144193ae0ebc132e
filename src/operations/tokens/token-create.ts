import { z } from 'zod';
import { field, MuxError, phrase } from '../../model/index.js';
import { timeField } from '../fields.js';
import { call } from '../operation.js';
import { reachFields, reachGiven } from '../reach/reach-fields.js';
import { type Scope, scopes } from './scopes.js';
import { tokenRow, tokenRowOf } from './token-row.js';

export const tokenCreate = call({
  name: 'token.create',
  summary: 'Make a token for a program or a person',
  description:
    'What it answers as token is shown this once and kept nowhere: the store has only a hash of it. read looks; respond also answers what agents and runs ask, and types into nothing that asks nothing; control also starts, sends and ends, which is a shell on the hosts that it reaches; admin also makes tokens and reads the audit log, and reaches everything. Without hosts it reaches those that are known: this machine, those of the configuration, and those on which something is remembered.',
  effect: 'change',
  faces: ['cli', 'http'],
  input: z.strictObject({
    name: z
      .string()
      .regex(/^[\w.@ -]{1,100}$/, 'use letters, digits, spaces and . _ - @')
      .describe('Who or what it is for; the audit log has it.'),
    scopes: z.array(z.enum(scopes)).min(1).max(4).default(['read']).describe('What it may do.'),
    ...reachFields,
    lifetimeMs: z
      .number()
      .int()
      .min(1_000)
      .max(10 * 365 * 24 * 3_600_000)
      .optional()
      .describe('Milliseconds until it expires (default: never).'),
  }),
  output: z.object({
    ...tokenRow.shape,
    token: z.string().describe('What to send as Authorization: Bearer.'),
    expiresAt: timeField.optional(),
  }),
  examples: [
    { does: 'one for a script that looks', input: { name: 'status page' } },
    {
      does: 'one for a bot, for a day',
      input: { name: 'bot', scopes: ['respond'], lifetimeMs: 86_400_000 },
    },
    {
      does: 'one for a container, and one session there',
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
  throw new MuxError('INVALID_ARGUMENT', "A token with the scope 'admin' reaches everything.", {
    suggestion: phrase`Leave out ${field('hosts')}, ${field('sessions')} and ${field('tags')}, or give it another scope.`,
    details: { field: 'scopes' },
  });
}
