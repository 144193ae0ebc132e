import { z } from 'zod';
import { call } from '../operation.js';
import { resolveTarget } from '../targets/resolve-target.js';
import { paneFields, paneOutput } from './pane-fields.js';

export const paneKill = call({
  name: 'pane.kill',
  summary: 'End a pane and the program in it',
  description:
    'At once and without asking the program. Its window and session end with their last pane. Better for what muxwright started: run.end, worker.kill, workspace.kill, which end the program politely first.',
  effect: 'destroy',
  idempotent: true,
  faces: ['cli', 'mcp', 'http'],
  input: z.strictObject(paneFields),
  output: z.object({ ...paneOutput, killed: z.boolean().describe('false: it was gone already.') }),
  examples: [{ does: 'end a pane', input: { target: '%7' } }],
  handler: async ({ target, host }, { runtime }) => {
    const { pane, host: place } = await resolveTarget(runtime, target, host);
    return { paneId: pane.id, host: place, killed: await pane.kill() };
  },
});
