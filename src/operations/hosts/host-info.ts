import { z } from 'zod';
import { parseHostAddress } from '../../model/index.js';
import { hostField } from '../fields.js';
import { call } from '../operation.js';
import { problem } from '../problem.js';
import { problemOutput } from '../problem-output.js';
import type { Runtime } from '../runtime.js';
import { untilAborted } from '../until-aborted.js';
import { inspectTmux } from './doctor/inspect-tmux.js';

const output = z.object({
  host: z.string(),
  kind: z.enum(['local', 'docker', 'ssh', 'k8s']),
  reachable: z.boolean(),
  problem: problemOutput.optional(),
  tmuxVersion: z.string().optional().describe('The installed tmux version.'),
  serverVersion: z
    .string()
    .optional()
    .describe('The version of the running tmux server; missing if no server is running.'),
  sessions: z.array(z.string()).optional(),
  quirks: z
    .array(z.object({ name: z.string(), about: z.string() }))
    .optional()
    .describe('Differences of this tmux version that muxwright works around.'),
});

export const hostInfo = call({
  name: 'host.info',
  summary: 'Check whether a host is reachable and which tmux it has',
  description:
    'Connects to the host. If the host cannot be reached, the call succeeds with reachable: false and the problem. Does not start a tmux server.',
  effect: 'read',
  faces: ['cli', 'mcp', 'http'],
  input: z.strictObject({ host: hostField }),
  output,
  examples: [
    { does: 'this machine', input: {} },
    { does: 'a container', input: { host: 'docker://sandbox' } },
  ],
  handler: async ({ host }, { runtime, signal }) => {
    const { kind } = parseHostAddress(host);
    try {
      return { kind, ...(await untilAborted(look(runtime, host), `Checking ${host}`, signal)) };
    } catch (error) {
      if (signal.aborted) throw error;
      return { host, kind, reachable: false, problem: problem(error) };
    }
  },
});

async function look(runtime: Runtime, host: string): Promise<Omit<z.input<typeof output>, 'kind'>> {
  const tmux = await runtime.connect(host);
  const { version, serverVersion, sessions, quirks } = await inspectTmux(tmux);
  return {
    host: tmux.place,
    reachable: true,
    tmuxVersion: version.text,
    serverVersion: serverVersion?.text,
    sessions: [...sessions],
    quirks: quirks.map((quirk) => ({ name: quirk.name, about: quirk.reason })),
  };
}
