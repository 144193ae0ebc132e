import { findMenu } from '../../screen/menu.js';
import { openPane } from '../panes/open-pane.js';
import type { Runtime } from '../runtime.js';
import type { PromptOptions } from './prompt-options-field.js';
import { yesOrNo } from './yes-or-no.js';

interface Question {
  /** Of the run. */
  readonly id: string;
  readonly prompt: string | undefined;
  readonly kind: string | undefined;
}

/** What can be answered to the question of a run: by its words, else by the menu that its screen shows. */
export async function promptOptions(
  runtime: Runtime,
  { id, prompt, kind }: Question,
): Promise<PromptOptions | undefined> {
  const words = prompt === undefined ? undefined : yesOrNo(prompt);
  if (words) return words;
  // Who reads a line shows no menu that keys move in.
  if (kind === 'line' || kind === 'password') return undefined;
  const { pane, redact } = await openPane(runtime, id);
  const menu = findMenu(await pane.styledScreen());
  if (!menu) return undefined;
  return menu.options.map(({ number, label, highlighted }) => ({
    ...(number !== undefined && { number }),
    label: redact([label]).join(' '),
    selected: highlighted,
  }));
}
