import { z } from 'zod';
import { time, timeField } from '../fields.js';
import { call } from '../operation.js';

const auditRow = z.object({
  id: z.number(),
  at: timeField,
  caller: z.string().describe('Name of the token.'),
  tokenId: z.string().optional(),
  via: z.string().describe('token, cookie, or code for a sign-in.'),
  address: z.string().optional().describe('Remote address of the request.'),
  action: z.string().describe('The operation, or the HTTP method and path.'),
  target: z.string().optional(),
  host: z.string().optional(),
  outcome: z.string().describe('ok, or an error code.'),
});

export const auditList = call({
  name: 'audit.list',
  summary: 'List the calls made through the server',
  description:
    'Everything that was sent, started, answered or ended over HTTP, including refused calls, newest first. Typed text is not included.',
  effect: 'read',
  faces: ['cli', 'http'],
  input: z.strictObject({
    caller: z.string().min(1).max(100).optional().describe('Only calls with tokens of this name.'),
    action: z.string().min(1).max(200).optional().describe('Only this operation.'),
    target: z.string().min(1).max(1_000).optional().describe('Only calls about this target.'),
    before: z.number().int().min(1).optional().describe('Only entries before this id; use it to continue.'),
    limit: z.number().int().min(1).max(1_000).default(100).describe('Maximum number of entries.'),
  }),
  output: z.object({ entries: z.array(auditRow), hasMore: z.boolean() }),
  examples: [
    { does: 'the last ten', input: { limit: 10 } },
    { does: 'everything that was sent', input: { action: 'pane.send' } },
  ],
  handler: async ({ limit, ...filter }, { runtime }) => {
    const found = await (await runtime.audit()).list({ ...filter, limit: limit + 1 });
    const entries = found.slice(0, limit).map(({ at, ...entry }) => ({ ...entry, at: time(at) }));
    return { entries, hasMore: found.length > limit };
  },
});
