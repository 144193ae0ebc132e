import { z } from 'zod';
import { observerOf } from '../../panes/index.js';
import { redactedAnsi, redactedScreen } from '../../redaction/index.js';
import { askedOn, findMenu, type StyledScreen, screenText } from '../../screen/index.js';
import { call } from '../operation.js';
import { questionOutput } from '../questions/question-fields.js';
import { openPane } from './open-pane.js';
import { paneFields, paneOutput } from './pane-fields.js';
import { type ScreenImage, screenImage } from './screen-image.js';

export const paneScreen = call({
  name: 'pane.screen',
  summary: 'Show the current screen of a pane',
  description:
    'The visible screen as text, with the cursor; optionally with colours or as an image. For scrollback use pane.read.',
  effect: 'read',
  faces: ['cli', 'mcp', 'http'],
  input: z.strictObject({
    ...paneFields,
    format: z
      .enum(['text', 'ansi', 'svg', 'png'])
      .default('text')
      .describe('text; ansi: with escape sequences for colours; svg or png: also as an image, in image.'),
  }),
  output: z.object({
    ...paneOutput,
    text: z.string().describe('The screen without unused rows at the end.'),
    image: z
      .object({
        mediaType: z.enum(['image/svg+xml', 'image/png']),
        data: z.string().describe('SVG as text, PNG in base64.'),
        width: z.number().describe('In pixels.'),
        height: z.number(),
      })
      .optional(),
    width: z.number().describe('In columns.'),
    height: z.number().describe('In rows.'),
    cursor: z
      .object({ x: z.number(), y: z.number(), visible: z.boolean() })
      .describe('Column and row, starting at 0.'),
    title: z.string(),
    ...questionOutput,
    alternate: z.boolean().describe('Whether a full-screen program uses the alternate screen.'),
    dead: z.boolean().describe('Whether the program has ended.'),
  }),
  examples: [
    { does: 'the screen of the worker api', input: { target: 'api' } },
    { does: 'as an image', input: { target: '%3', format: 'png' } },
  ],
  handler: async ({ target, host, format }, { runtime }) => {
    const open = await openPane(runtime, target, host);
    const { pane, host: place } = open;
    const screen = await observerOf(pane).screen();
    const menu = findMenu(screen);
    const { question, fingerprint } = askedOn(open, screen, { menu: menu ?? null });
    const { width, height, cursor, title, alternate, dead } = screen;
    return {
      paneId: pane.id,
      host: place,
      ...(await shown(screen, format, open.redact)),
      width,
      height,
      cursor,
      title: open.redact([title]).join(''),
      ...(menu && { question }),
      fingerprint,
      alternate,
      dead,
    };
  },
});

interface Shown {
  readonly text: string;
  readonly image?: ScreenImage;
}

async function shown(
  screen: StyledScreen,
  format: 'text' | 'ansi' | 'svg' | 'png',
  redact: (lines: readonly string[]) => string[],
): Promise<Shown> {
  const text = redact(screenText(screen).split('\n')).join('\n');
  if (format === 'text') return { text };
  if (format === 'ansi') return { text: redactedAnsi(screen, redact).join('\n') };
  return { text, image: await screenImage(redactedScreen(screen, redact), format) };
}
