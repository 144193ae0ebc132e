import { z } from 'zod';
import { field, phrase } from '../../model/index.js';
import type { Run } from '../../runs/index.js';
import { timeoutField } from '../fields.js';
import { call, type OperationContext } from '../operation.js';
import { regularExpression } from '../regular-expression.js';
import { openRun } from './open-run.js';
import { onlyWith, runFields } from './run-fields.js';
import { statusOf, statusOutput } from './status-output.js';

const untils = ['finished', 'prompt', 'settled', 'text'] as const;

const input = z.strictObject({
  ...runFields,
  until: z
    .enum(untils)
    .default('finished')
    .describe(
      'finished: it has ended. prompt: it waits for input. settled: either of them. text: it printed text or regex.',
    ),
  text: z
    .string()
    .min(1)
    .max(10_000)
    .optional()
    .describe('Text in a line of the output, or in the question.'),
  regex: z
    .string()
    .min(1)
    .max(10_000)
    .optional()
    .describe('Regular expression for such a line; /…/i ignores case.'),
  cursor: z
    .number()
    .int()
    .min(0)
    .max(Number.MAX_SAFE_INTEGER)
    .optional()
    .describe('For text: start position in the log (default: its start).'),
  timeoutMs: timeoutField.default(30_000).describe('Time limit in milliseconds; 0 for none.'),
});

const output = z.object({
  id: z.string(),
  host: z.string(),
  until: z.enum(untils),
  ...statusOutput,
  line: z.string().optional().describe('The matching line.'),
});

export const runWait = call({
  name: 'run.wait',
  summary: 'Wait until a run has finished, asks a question, or has printed a text',
  description:
    'If the run ends before the prompt or text, it fails with RUN_ENDED; on timeout it fails with TIMEOUT: the error contains the screen, and the run keeps running.',
  effect: 'read',
  faces: ['cli', 'mcp', 'http'],
  input,
  output,
  examples: [
    { does: 'until it has ended', input: { run: 'mhz3k9x0abc123', timeoutMs: 600_000 } },
    { does: 'until it asks something or has ended', input: { run: 'mhz3k9x0abc123', until: 'settled' } },
    {
      does: 'until it asks for a password',
      input: { run: 'mhz3k9x0abc123', until: 'prompt', regex: '/password/i' },
    },
    { does: 'until it listens', input: { run: 'mhz3k9x0abc123', until: 'text', text: 'listening' } },
  ],
  handler: async ({ run: id, host, ...what }, context) => {
    const pattern = patternOf(what);
    const { run, host: place } = await openRun(context.runtime, id, host);
    context.progress(`waiting for ${wordsFor[what.until]} of run ${id}`);
    return { id, host: place, until: what.until, ...(await waitFor(run, what, pattern, context)) };
  },
});

const wordsFor: Readonly<Record<(typeof untils)[number], string>> = {
  finished: 'the end',
  prompt: 'a prompt',
  settled: 'a prompt or the end',
  text: 'a text',
};

type WaitInput = Omit<z.output<typeof input>, 'run' | 'host'>;
type Waited = Omit<z.input<typeof output>, 'id' | 'host' | 'until'>;

function patternOf({ until, text, regex }: WaitInput): string | RegExp | undefined {
  onlyWith(
    text === undefined || regex === undefined,
    'run.wait accepts only one of text and regex.',
    'Give one of them.',
  );
  onlyWith(
    until === 'prompt' || until === 'text' || (text === undefined && regex === undefined),
    `run.wait got a text, but waits for ${wordsFor[until]}.`,
    phrase`Set ${field('until')} to 'text' for output, or to 'prompt' for a question.`,
  );
  const pattern = regex === undefined ? text : regularExpression(regex, 'regex');
  onlyWith(
    until !== 'text' || pattern !== undefined,
    'run.wait needs the text to wait for.',
    phrase`Give ${field('text')} or ${field('regex')}.`,
  );
  return pattern;
}

async function waitFor(
  run: Run,
  { until, cursor, timeoutMs }: WaitInput,
  pattern: string | RegExp | undefined,
  { signal }: OperationContext,
): Promise<Waited> {
  const options = { timeoutMs, signal };
  if (until === 'text' && pattern !== undefined) {
    const line = await run.waitForText(pattern, { ...options, ...(cursor !== undefined && { cursor }) });
    return { ...statusOf(await run.status()), line };
  }
  if (until === 'prompt')
    return statusOf(await run.waitForPrompt({ ...options, ...(pattern !== undefined && { pattern }) }));
  return statusOf(await (until === 'settled' ? run.settled(options) : run.finished(options)));
}
