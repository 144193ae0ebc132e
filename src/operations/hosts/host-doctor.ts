import { z } from 'zod';
import { call } from '../operation.js';
import { untilAborted } from '../until-aborted.js';
import { doctor } from './doctor.js';

export const hostDoctor = call({
  name: 'host.doctor',
  summary: 'Check the requirements of muxwright and the reachability of hosts',
  description:
    'Checks Node, tmux, terminals, the recorder, the store, Docker, SSH, the locale and the terminal of this machine, and the given hosts. Starts and changes nothing. Each failed check has a suggestion; the call itself does not fail.',
  effect: 'read',
  faces: ['cli', 'mcp', 'http'],
  input: z.strictObject({
    hosts: z
      .array(z.string().min(1).max(1000))
      .max(50)
      .default([])
      .describe('Addresses to check: docker://NAME, ssh://user@host.'),
  }),
  output: z.object({
    ready: z.boolean().describe('Whether everything required works.'),
    checks: z.array(
      z.object({
        id: z.string(),
        title: z.string(),
        status: z
          .enum(['ok', 'warning', 'missing', 'failed', 'absent'])
          .describe('`absent`: not available here, and needed only by some addresses.'),
        detail: z.string(),
        fix: z.string().optional().describe('How to fix it.'),
        facts: z.record(z.string(), z.unknown()).optional().describe('Machine-readable details.'),
      }),
    ),
  }),
  examples: [
    { does: 'this machine', input: {} },
    { does: 'with a container', input: { hosts: ['docker://sandbox'] } },
  ],
  handler: async ({ hosts }, { runtime, signal }) => {
    const work = doctor({ hosts, hostOptions: runtime.hostOptions });
    const { ready, checks } = await untilAborted(work, 'host.doctor', signal);
    return { ready, checks: checks.map((check) => ({ ...check })) };
  },
});
