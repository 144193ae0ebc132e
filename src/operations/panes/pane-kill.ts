import { z } from 'zod';
import { call } from '../operation.js';
import { resolveTarget } from '../targets/resolve-target.js';
import { paneFields, paneOutput } from './pane-fields.js';

export const paneKill = call({
  name: 'pane.kill',
  summary: 'Close a pane and end its program',
  description:
    'Ends the program immediately. Closing the last pane also ends its window and session. For programs that muxwright started, prefer run.end, worker.kill or workspace.kill, which let the program exit first.',
  effect: 'destroy',
  idempotent: true,
  faces: ['cli', 'mcp', 'http'],
  input: z.strictObject(paneFields),
  output: z.object({
    ...paneOutput,
    killed: z.boolean().describe('false: the pane did not exist any more.'),
  }),
  examples: [{ does: 'end a pane', input: { target: '%7' } }],
  handler: async ({ target, host }, { runtime }) => {
    const { pane, host: place } = await resolveTarget(runtime, target, host);
    return { paneId: pane.id, host: place, killed: await pane.kill() };
  },
});
