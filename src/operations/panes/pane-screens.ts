import { z } from 'zod';
import { isMuxError } from '../../model/index.js';
import { redactedScreen } from '../../redaction/index.js';
import { HIDDEN_OPTION, RUN_OPTION } from '../../runs/index.js';
import {
  parseRecords,
  parseStyledScreen,
  recordFormat,
  screenCommands,
  type Tmux,
} from '../../tmux/index.js';
import { ansiText } from '../../vt/index.js';
import { hostField } from '../fields.js';
import { call } from '../operation.js';
import type { Runtime } from '../runtime.js';
import { openPane } from './open-pane.js';

const MOST_PANES = 200;

const screen = z.object({
  paneId: z.string(),
  cols: z.number(),
  rows: z.number(),
  alternate: z.boolean().describe('Whether a full-screen program uses the alternate screen.'),
  lines: z
    .array(z.string())
    .describe('Rows with escape sequences for colours, without unused rows at the end.'),
  cursor: z
    .object({ x: z.number(), y: z.number(), visible: z.boolean() })
    .describe('Column and row, starting at 0.'),
});

export const paneScreens = call({
  name: 'pane.screens',
  summary: 'Show the current screens of several panes',
  description:
    'The visible screens of several or all panes of a host, with colours, in one call: for overviews. Panes that no longer exist are omitted. At most 200; hasMore means there are others. Secrets are masked. For one pane use pane.screen.',
  effect: 'read',
  faces: ['http'],
  input: z.strictObject({
    host: hostField,
    panes: z
      .array(z.string().regex(/^%\d{1,9}$/))
      .max(MOST_PANES)
      .optional()
      .describe('Pane ids, e.g. %7 (default: all panes of the host).'),
  }),
  output: z.object({
    host: z.string(),
    screens: z.array(screen),
    hasMore: z.boolean().describe('Whether there are more panes than returned.'),
  }),
  examples: [
    { does: 'everything on this machine', input: {} },
    { does: 'two panes', input: { panes: ['%3', '%7'] } },
  ],
  handler: async ({ host, panes: wanted }, { runtime }) => {
    const tmux = await runtime.connect(host);
    const known = await notesOf(tmux);
    const ids = (wanted ?? [...known.keys()]).filter((id) => known.has(id));
    const given = [...new Set(ids)].slice(0, MOST_PANES);
    // All questions are asked at once: tmux gets them in one piece.
    const screens = await Promise.all(
      given.map((id) => screenOf(runtime, tmux, id, known.get(id) === true).catch(leftOut)),
    );
    return {
      host: tmux.place,
      screens: screens.filter((one) => one !== undefined),
      hasMore: given.length < new Set(ids).size,
    };
  },
});

/** All panes, and whether there is something special to hide in them. */
async function notesOf(tmux: Tmux): Promise<Map<string, boolean>> {
  const fields = { id: 'pane_id', note: RUN_OPTION, hidden: HIDDEN_OPTION } as const;
  try {
    const [body] = await tmux.request([['list-panes', '-a', '-F', recordFormat(fields)]]);
    const records = parseRecords(fields, body ?? Buffer.alloc(0));
    return new Map(records.map(({ id, note, hidden }) => [id, note !== '' || hidden !== '']));
  } catch (error) {
    if (isMuxError(error, 'NO_SERVER')) return new Map();
    throw error;
  }
}

async function screenOf(
  runtime: Runtime,
  tmux: Tmux,
  id: string,
  isSpecial: boolean,
): Promise<z.input<typeof screen> | undefined> {
  const redactor = await runtime.redactor();
  const redact = isSpecial
    ? (await openPane(runtime, id, tmux.place)).redact
    : (lines: readonly string[]) => redactor.screen(lines);
  const seen = parseStyledScreen(await tmux.request(screenCommands(id, { ansi: true })));
  if (seen.paneId !== id) return undefined;
  const lines = redactedScreen(seen, redact).styledRows.map((row) => ansiText(row).trimEnd());
  while (lines.at(-1) === '') lines.pop();
  const { width: cols, height: rows, alternate, cursor } = seen;
  return { paneId: id, cols, rows, alternate, lines, cursor };
}

/** A pane can end between two questions. */
function leftOut(error: unknown): undefined {
  if (isMuxError(error, 'PANE_NOT_FOUND', 'TARGET_NOT_FOUND', 'TMUX_COMMAND_FAILED')) return undefined;
  throw error;
}
