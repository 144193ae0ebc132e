import { z } from 'zod';
import { call } from '../operation.js';
import { untilAborted } from '../until-aborted.js';
import { doctor } from './doctor.js';

export const hostDoctor = call({
  name: 'host.doctor',
  summary: 'Check what muxwright needs here, and what it can reach',
  description:
    'Node, tmux, terminals, the recorder, the store, Docker, SSH, the locale and the terminal of this machine, and the hosts that are named. Nothing is started or changed. What is wrong is told with what to do about it, never as an error.',
  effect: 'read',
  faces: ['cli', 'mcp', 'http'],
  input: z.strictObject({
    hosts: z
      .array(z.string().min(1).max(1000))
      .max(50)
      .default([])
      .describe('Addresses to try: docker://NAME, ssh://user@host.'),
  }),
  output: z.object({
    ready: z.boolean().describe('Whether everything works that is needed.'),
    checks: z.array(
      z.object({
        id: z.string(),
        title: z.string(),
        status: z
          .enum(['ok', 'warning', 'missing', 'failed', 'absent'])
          .describe('`absent`: cannot be used here, and only some addresses need it.'),
        detail: z.string(),
        fix: z.string().optional().describe('What to do about it.'),
        facts: z.record(z.string(), z.unknown()).optional().describe('What was seen, for programs.'),
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
