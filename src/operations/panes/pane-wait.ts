import { z } from 'zod';
import { field, MuxError, phrase } from '../../model/index.js';
import { type Screen, screenText } from '../../screen/index.js';
import { timeoutField } from '../fields.js';
import { call } from '../operation.js';
import { regularExpression } from '../regular-expression.js';
import { openPane } from './open-pane.js';
import { paneFields, paneOutput } from './pane-fields.js';

export const paneWait = call({
  name: 'pane.wait',
  summary: 'Wait until a pane shows a text, is quiet, or its program has exited',
  description:
    'Give exactly one of text, regex, quietMs and exit. Returns as soon as the condition is met. On timeout it fails with TIMEOUT, and the error contains the screen.',
  effect: 'read',
  faces: ['cli', 'mcp', 'http'],
  input: z.strictObject({
    ...paneFields,
    text: z.string().min(1).max(10_000).optional().describe('Text that the screen must show.'),
    regex: z
      .string()
      .min(1)
      .max(10_000)
      .optional()
      .describe('Regular expression that the text of the screen must match; /…/i ignores case.'),
    quietMs: z.number().int().min(1).max(3_600_000).optional().describe('Milliseconds without output.'),
    exit: z.boolean().optional().describe('true: wait until the program has exited.'),
    timeoutMs: timeoutField.default(30_000).describe('Time limit in milliseconds; 0 for none.'),
  }),
  output: z.object({
    ...paneOutput,
    until: z.enum(['text', 'quiet', 'exit']),
    screen: z
      .string()
      .optional()
      .describe('The screen at that moment; missing if the pane was closed before.'),
    exitCode: z
      .number()
      .optional()
      .describe('Exit code of the program; missing if the pane was closed before.'),
    signal: z
      .number()
      .optional()
      .describe('Number of the signal that ended the program, if tmux reports it.'),
  }),
  examples: [
    { does: 'until the server listens', input: { target: 'api', text: 'listening on' } },
    {
      does: 'until the shell shows a prompt',
      input: { target: '%3', regex: '\\$ $', timeoutMs: 60_000 },
    },
    { does: 'until there was no output for a second', input: { target: 'work:1.0', quietMs: 1_000 } },
  ],
  handler: async ({ target, host, timeoutMs, ...what }, { runtime, signal, progress }) => {
    const wait = waitFor(what);
    const open = await openPane(runtime, target, host);
    const { pane, host: place } = open;
    const answer = { paneId: pane.id, host: place };
    const options = { timeoutMs, signal };
    const shown = (screen: Screen): string => open.redact(screenText(screen).split('\n')).join('\n');
    progress(`waiting for ${wait.until === 'exit' ? 'the end' : wait.until} in ${pane.id}`);
    return open.use(async () => {
      if (wait.until === 'exit') {
        const { status, signal: by, screen } = await pane.waitForExit(options);
        return {
          ...answer,
          until: wait.until,
          exitCode: status,
          signal: by,
          screen: screen && shown(screen),
        };
      }
      const screen =
        wait.until === 'quiet'
          ? await pane.waitForQuiet(wait.quietMs, options)
          : // A pattern that is tried on secrets would give them away letter by letter.
            await pane.waitForText(wait.pattern, { ...options, shown });
      return { ...answer, until: wait.until, screen: shown(screen) };
    });
  },
});

type Wait =
  | { readonly until: 'text'; readonly pattern: string | RegExp }
  | { readonly until: 'quiet'; readonly quietMs: number }
  | { readonly until: 'exit' };

interface WaitInput {
  readonly text?: string | undefined;
  readonly regex?: string | undefined;
  readonly quietMs?: number | undefined;
  readonly exit?: boolean | undefined;
}

function waitFor({ text, regex, quietMs, exit }: WaitInput): Wait {
  const waits: Wait[] = [];
  if (text !== undefined) waits.push({ until: 'text', pattern: text });
  if (regex !== undefined) waits.push({ until: 'text', pattern: regularExpression(regex, 'regex') });
  if (quietMs !== undefined) waits.push({ until: 'quiet', quietMs });
  if (exit) waits.push({ until: 'exit' });
  const [wait, second] = waits;
  if (wait && !second) return wait;
  throw new MuxError(
    'INVALID_ARGUMENT',
    wait ? 'pane.wait accepts only one condition.' : 'pane.wait needs a condition.',
    {
      suggestion: phrase`Give one of ${field('text')}, ${field('regex')}, ${field('quietMs')}, or ${field('exit')} as true.`,
    },
  );
}
