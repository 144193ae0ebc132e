import { call } from '../../api/call.js';
import { type Answer, type AnswerOption, optionText } from '../runs/answer.js';
import type { InboxItem } from './use-inbox.js';

/** Gives an answer to whatever waits. A single key is not followed by Enter. */
export async function answerItem(item: InboxItem, { text, mode, secret }: Answer): Promise<void> {
  if (item.kind === 'agent') {
    await call('agent.respond', { agent: item.target, text, mode });
    return;
  }
  const option = mode === 'option' ? item.options?.find((one) => optionText(one) === text) : undefined;
  const keys = option && menuKeys(item, option);
  if (keys) await call('pane.keys', { target: item.target, keys: [...keys] });
  else await call('run.input', { run: item.target, text, secret, enter: item.promptKind !== 'key' });
}

/** Whether the answer must not be seen. */
export function isHidden({ promptKind }: Pick<InboxItem, 'promptKind'>): boolean {
  return promptKind === 'password';
}

/**
 * The keys that choose in a menu without numbers: from the selected option to the wanted one, and Enter. Who reads a
 * line wants the word itself.
 */
export function menuKeys(
  item: Pick<InboxItem, 'options' | 'promptKind'>,
  option: AnswerOption,
): readonly string[] | undefined {
  const { options = [], promptKind } = item;
  if (promptKind === 'line' || option.number !== undefined) return undefined;
  const from = options.findIndex(({ selected }) => selected);
  const to = options.findIndex(({ label }) => label === option.label);
  if (from < 0 || to < 0) return undefined;
  const step = to > from ? 'Down' : 'Up';
  return [...Array.from({ length: Math.abs(to - from) }, () => step), 'Enter'];
}
