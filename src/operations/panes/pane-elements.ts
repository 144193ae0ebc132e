import { z } from 'zod';
import { chooseElement, fillElement, TreeTalk } from '../../agents/index.js';
import { MuxError } from '../../model/index.js';
import type { NodeQuery } from '../../screen/index.js';
import type { BaseRuntime } from '../base-runtime.js';
import { defined } from '../defined.js';
import { timeoutField } from '../fields.js';
import { call } from '../operation.js';
import { holdMenu } from '../questions/hold-menu.js';
import { textField } from '../workers/worker-send-fields.js';
import { learnPaneSecret } from './learn-pane-secret.js';
import { type OpenPane, openPane } from './open-pane.js';
import { paneFields, paneOutput } from './pane-fields.js';
import { shownScreen } from './shown-screen.js';
import { elementFields, elementOutput } from './tree-fields.js';

export const paneChoose = call({
  name: 'pane.choose',
  summary: 'Choose an option, button or checkbox',
  // What stands on the button is the program's.
  hints: { interrupts: true, startsCommands: true },
  description:
    'Identify the element by its reference from pane.tree, or by role and name. Moves the focus there with the arrow keys or Tab, checks the screen after each key, then presses Enter (Space for a checkbox or radio button) and checks the effect. If the screen changes unexpectedly, no further key is pressed. Fails with STALE_REF, ELEMENT_NOT_FOUND or ELEMENT_AMBIGUOUS before any key, and with ELEMENT_NOT_REACHED.',
  effect: 'change',
  faces: ['cli', 'mcp', 'http'],
  input: z.strictObject({
    ...paneFields,
    ...elementFields,
    checked: z
      .boolean()
      .optional()
      .describe('For a checkbox or radio button: the desired state (default: toggle).'),
    enter: z
      .boolean()
      .default(true)
      .describe('Whether to press Enter afterwards; false only moves the focus.'),
    timeoutMs: timeoutField.default(30_000),
  }),
  output: z.object({
    ...paneOutput,
    ...elementOutput,
    keys: z.array(z.string()).describe('The keys that were pressed.'),
    effect: z
      .enum(['gone', 'changed', 'ended', 'focused', 'unchanged'])
      .describe(
        'gone: the element disappeared. changed: other parts of the screen changed. ended: the program has ended. focused: only the focus moved, as requested. unchanged: it already had the desired state.',
      ),
  }),
  examples: [
    { does: 'choose an option by its label', input: { target: '%3', role: 'option', name: 'Vue' } },
    { does: 'check a checkbox', input: { target: 'api', ref: 'e4821', checked: true } },
  ],
  handler: async ({ target, host, checked, enter, timeoutMs, ...query }, { runtime, signal }) => {
    const open = await openPane(runtime, target, host);
    return open.use(async () => {
      const { node, keys, effect } = await withTree(runtime, open, { timeoutMs, signal }, (talk) =>
        chooseElement(talk, elementQuery(query), defined({ checked, enter })),
      );
      const { ref, role, name } = node;
      return { paneId: open.pane.id, host: open.host, ref, role, name, keys: [...keys], effect };
    });
  },
});

export const paneFill = call({
  name: 'pane.fill',
  summary: 'Fill a text field',
  description:
    'Identify the field by its reference from pane.tree, or by its name. Moves the focus there, deletes its content, types the text, and checks that it appears. For a prompt of a shell or an agent use pane.send.',
  effect: 'change',
  faces: ['cli', 'mcp', 'http'],
  input: z.strictObject({
    ...paneFields,
    ...elementFields,
    text: textField.min(1),
    enter: z.boolean().default(false).describe('Whether to press Enter afterwards.'),
    secret: z
      .boolean()
      .default(false)
      .describe('Treat the text as secret: it is masked in everything shown of this pane from now on.'),
    timeoutMs: timeoutField.default(30_000),
  }),
  output: z.object({
    ...paneOutput,
    ...elementOutput,
    seen: z.boolean().describe('Whether the text appeared in the field; false for a secret.'),
    entered: z.boolean(),
  }),
  examples: [
    { does: 'a field by its name', input: { target: '%3', name: 'Project name', text: 'shop' } },
    { does: 'and Enter', input: { target: 'api', ref: 'e4821', text: 'shop', enter: true } },
  ],
  handler: async ({ target, host, text, enter, secret, timeoutMs, ...query }, context) => {
    const { runtime, signal } = context;
    // Before anything else: whatever goes wrong must not tell it.
    if (secret) (await runtime.redactor()).hide(text);
    const open = await openPane(runtime, target, host);
    if (secret) await learnPaneSecret(open, text, timeoutMs, context);
    return open.use(async () => {
      const wanted = elementQuery({ ...query, role: query.role ?? 'textbox' });
      const { node, seen, entered } = await withTree(runtime, open, { timeoutMs, signal }, (talk) =>
        fillElement(talk, wanted, text, { enter, secret }),
      );
      const { ref, role, name } = node;
      return { paneId: open.pane.id, host: open.host, ref, role, name, seen, entered };
    });
  },
});

function elementQuery({ ref, role, name }: NodeQuery): NodeQuery {
  if (ref === undefined && role === undefined && name === undefined) {
    throw new MuxError('INVALID_ARGUMENT', 'The element is missing.', {
      suggestion: 'Give its ref, or its role and name; pane.tree lists the elements.',
    });
  }
  return defined({ ref, role: ref === undefined ? role : undefined, name });
}

function withTree<T>(
  runtime: BaseRuntime,
  open: OpenPane,
  options: { readonly timeoutMs: number; readonly signal: AbortSignal },
  work: (talk: TreeTalk) => Promise<T>,
): Promise<T> {
  return holdMenu(runtime, open, options, (talk) =>
    work(new TreeTalk(talk, (screen) => shownScreen(screen, open.redact))),
  );
}
