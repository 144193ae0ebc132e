import { call } from '../../api/call.js';
import { type Answer, type AnswerOption, optionText } from './answer.js';

/** What a run asks, as far as the answer depends on it. */
export interface Asked {
  readonly options?: readonly AnswerOption[] | undefined;
  readonly kind: string | undefined;
}

/** Gives an answer to a run. A single key is not followed by Enter. */
export async function answerRun(run: string, asked: Asked, { text, mode, secret }: Answer): Promise<void> {
  const option = mode === 'option' ? asked.options?.find((one) => optionText(one) === text) : undefined;
  const keys = option && menuKeys(asked, option);
  if (keys) await call('pane.keys', { target: run, keys: [...keys] });
  else await call('run.input', { run, text, secret, enter: asked.kind !== 'key' });
}

/**
 * The keys that choose in a menu without numbers: from the selected option to the wanted one, and Enter. Who reads a
 * line wants the word itself.
 */
export function menuKeys({ options = [], kind }: Asked, option: AnswerOption): readonly string[] | undefined {
  if (kind === 'line' || option.number !== undefined) return undefined;
  const from = options.findIndex(({ selected }) => selected);
  const to = options.findIndex(({ label }) => label === option.label);
  if (from < 0 || to < 0) return undefined;
  const step = to > from ? 'Down' : 'Up';
  return [...Array.from({ length: Math.abs(to - from) }, () => step), 'Enter'];
}
