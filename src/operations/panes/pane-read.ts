import { z } from 'zod';
import { field, MuxError, phrase } from '../../model/index.js';
import { maxBytesField } from '../fields.js';
import { call } from '../operation.js';
import { findPosition, formatHistoryCursor, parseHistoryCursor } from './history-cursor.js';
import { openPane } from './open-pane.js';
import { paneFields, paneOutput } from './pane-fields.js';
import { type PaneHistory, readHistory } from './read-history.js';

const output = z.object({
  ...paneOutput,
  lines: z.array(z.string()),
  partial: z
    .string()
    .optional()
    .describe('The line of the cursor, which may still change; with lines, it is the last one.'),
  cursor: z.string().describe('Pass it as since to read the lines that follow.'),
  hasMore: z.boolean().describe('Whether more lines are available; with lines, whether some were left out.'),
  gap: z
    .boolean()
    .describe('Lines after the cursor are lost, or the screen was cleared: these are all that remain.'),
});

export const paneRead = call({
  name: 'pane.read',
  summary: 'Read the output of a pane, including scrollback',
  description:
    'Returns lines kept by tmux, wrapped lines joined: the last ones (lines), all (all), or new ones (since). The log of a run or worker is more complete: run.output, worker.logs. A full-screen program has no scrollback: use pane.screen.',
  effect: 'read',
  faces: ['cli', 'mcp', 'http'],
  input: z.strictObject({
    ...paneFields,
    lines: z
      .number()
      .int()
      .min(1)
      .max(10_000)
      .optional()
      .describe('Number of last lines (default: 100, unless all or since is given).'),
    all: z.boolean().optional().describe('true: start at the oldest line; continue with since.'),
    since: z
      .string()
      .min(1)
      .max(100)
      .optional()
      .describe('Cursor of an earlier result: only lines after it.'),
    maxBytes: maxBytesField,
  }),
  output,
  examples: [
    { does: 'the last 20 lines', input: { target: 'api', lines: 20 } },
    { does: 'everything', input: { target: '%3', all: true } },
  ],
  handler: async ({ target, host, maxBytes, ...which }, { runtime }) => {
    const part = partOf(which);
    const open = await openPane(runtime, target, host);
    const history = await readHistory(open.tmux, open.pane);
    const answer = { paneId: open.pane.id, host: open.host };
    return 'last' in part
      ? { ...answer, ...lastLines(history, part.last, maxBytes, open.redact) }
      : { ...answer, ...linesSince(history, part.since, maxBytes, open.redact) };
  },
});

type Redact = (lines: readonly string[]) => string[];
type Answer = Omit<z.input<typeof output>, 'paneId' | 'host'>;
type Part = { readonly last: number } | { readonly since: string | undefined };

interface PartInput {
  readonly lines?: number | undefined;
  readonly all?: boolean | undefined;
  readonly since?: string | undefined;
}

function partOf({ lines, all = false, since }: PartInput): Part {
  if ([lines !== undefined, all, since !== undefined].filter(Boolean).length > 1) {
    throw new MuxError('INVALID_ARGUMENT', 'pane.read accepts only one of lines, all and since.', {
      suggestion: phrase`Use ${field('lines')} for the last lines, ${field('all')} for everything, or ${field('since')} for new lines.`,
    });
  }
  return since !== undefined || all ? { since } : { last: lines ?? DEFAULT_LINES };
}

const DEFAULT_LINES = 100;

function lastLines({ settled, open }: PaneHistory, last: number, maxBytes: number, redact: Redact): Answer {
  // All of them, so that a block that begins further above is seen as a whole.
  const all = redact([...settled, ...open]);
  const wanted = all.slice(-last);
  let from = wanted.length;
  for (let bytes = 0; from > 0; from--) {
    bytes += sizeOf(wanted[from - 1]);
    if (bytes > maxBytes && from < wanted.length) break;
  }
  return {
    lines: wanted.slice(from),
    cursor: formatHistoryCursor(all.slice(0, settled.length), settled.length),
    hasMore: from > 0,
    gap: false,
  };
}

function linesSince(
  { settled, open }: PaneHistory,
  since: string | undefined,
  maxBytes: number,
  redact: Redact,
): Answer {
  const all = redact([...settled, ...open]);
  // By what is shown: a cursor must not tell anything about what is hidden.
  const shown = all.slice(0, settled.length);
  const found = since === undefined ? 0 : findPosition(shown, parseHistoryCursor(since));
  const begin = found ?? 0;
  let end = begin;
  for (let bytes = 0; end < settled.length; end++) {
    bytes += sizeOf(all[end]);
    if (bytes > maxBytes && end > begin) break;
  }
  const hasMore = end < settled.length;
  return {
    lines: all.slice(begin, end),
    ...(!hasMore && open.length > 0 && { partial: all.slice(settled.length).join('\n') }),
    cursor: formatHistoryCursor(shown, end),
    hasMore,
    gap: found === undefined,
  };
}

function sizeOf(line = ''): number {
  return Buffer.byteLength(line) + 1;
}
