import { z } from 'zod';
import { attachShell } from '../../shells/index.js';
import { maxBytesField, timeoutField } from '../fields.js';
import { call } from '../operation.js';
import { lastBytes } from './last-bytes.js';
import { openPane } from './open-pane.js';
import { paneFields, paneOutput } from './pane-fields.js';

export const paneExec = call({
  name: 'pane.exec',
  summary: 'Run a command in the shell of a pane, return its exit code and output',
  description:
    'For panes whose shell muxwright opened, such as those of a workspace: the command runs at the prompt as if typed, and its changes to the shell (folder, variables) persist. Fails with SHELL_NOT_INTEGRATED for any other program: use run.complete, or pane.send and pane.wait. On timeout the command is interrupted.',
  effect: 'change',
  faces: ['cli', 'mcp', 'http'],
  input: z.strictObject({
    ...paneFields,
    command: z.string().min(1).max(100_000).describe('One or more command lines for that shell.'),
    when: z
      .enum(['now', 'idle'])
      .default('now')
      .describe(
        'If another command runs in the shell: now fails with SHELL_BUSY, idle waits for the prompt.',
      ),
    halfLine: z
      .enum(['refuse', 'keep', 'clear'])
      .default('refuse')
      .describe(
        'If a person has typed part of a line: fail, stash it and restore it afterwards, or discard it.',
      ),
    onTimeout: z
      .enum(['interrupt', 'leave'])
      .default('interrupt')
      .describe('On timeout: press C-c, or let the command run.'),
    timeoutMs: timeoutField.default(60_000).describe('Time limit in milliseconds; 0 for none.'),
    maxBytes: maxBytesField,
  }),
  output: z.object({
    ...paneOutput,
    code: z.number().describe('Exit code; 128+n if signal n ended it.'),
    output: z.string().describe('Output without escape sequences; only the end if it is long.'),
    truncated: z.boolean().describe('Whether output is missing.'),
    durationMs: z.number(),
    cwd: z.string().describe('Current folder of the shell.'),
    exited: z.boolean().describe('Whether the command ended the shell.'),
  }),
  examples: [
    { does: 'the space on a disk', input: { target: 'workspace:0.0', command: 'df -h .' } },
    { does: 'a long build', input: { target: '%3', command: 'make', timeoutMs: 600_000 } },
  ],
  handler: async ({ target, host, command, maxBytes, ...options }, { runtime, signal, progress }) => {
    const open = await openPane(runtime, target, host);
    const { pane, host: place } = open;
    return open.use(async () => {
      await using shell = await attachShell(pane, { timeoutMs: options.timeoutMs, signal });
      progress(`running a command in ${pane.id}`);
      const result = await shell.exec(command, { ...options, signal });
      const { code, durationMs, cwd, exited } = result;
      const { text, cut } = lastBytes(open.redact(result.output.split('\n')).join('\n'), maxBytes);
      const truncated = result.truncated || cut;
      return { paneId: pane.id, host: place, code, output: text, truncated, durationMs, cwd, exited };
    });
  },
});
