import type { ElicitRequestFormParams } from '@modelcontextprotocol/server';
import { invoke, type OperationContext, runStatus } from '../../operations/index.js';
import { withoutHiddenWords } from '../output-fence.js';

/** What a run asks, as a form for a person, and how the answer is given. */
export interface AskedQuestion {
  readonly run: string;
  readonly host: string;
  readonly fingerprint: string;
  /** `option` where the answer is one of a list that keys move in. */
  readonly mode: 'text' | 'option';
  readonly secret: boolean;
  readonly enter: boolean;
  /** The only answers that there are. */
  readonly options?: readonly string[];
  readonly form: ElicitRequestFormParams;
}

/** The name of the one field of the form. */
export const ANSWER = 'answer';

/** Reads what a run asks now. Nothing for one that works or has ended, waits for commands, or only seems to ask. */
export async function askedQuestion(
  run: string,
  host: string,
  context: OperationContext,
  remark?: string,
): Promise<AskedQuestion | undefined> {
  const asked = await invoke(runStatus, { run, host }, context);
  const { state, idle, confidence, fingerprint, kind, prompt, question, options } = asked;
  if (state !== 'waiting-for-input' || idle || confidence === 'guess' || fingerprint === undefined) return;
  const labels = [...new Set(options?.map(({ label }) => label))];
  const selected = options?.find((option) => option.selected)?.label;
  const secret = kind === 'password';
  const message = [remark, `Run ${run} asks:`, bounded(question ?? prompt ?? '')].filter(Boolean).join('\n');
  const title = bounded(prompt ?? 'Answer', MOST_TITLE);
  const field = secret
    ? {
        type: 'string' as const,
        title,
        description: 'Secret: typed into the program, and hidden from then on.',
      }
    : labels.length > 1
      ? { type: 'string' as const, title, enum: labels, ...(selected !== undefined && { default: selected }) }
      : { type: 'string' as const, title, ...(kind === 'key' && { maxLength: 1 }) };
  return {
    run,
    host,
    fingerprint,
    // Of a list, where keys move the highlight: decision 30.
    mode: fingerprint.startsWith('d1.') ? 'option' : 'text',
    secret,
    enter: kind !== 'key',
    ...(!secret && labels.length > 1 && { options: labels }),
    form: withoutHiddenWords({
      mode: 'form',
      message,
      requestedSchema: { type: 'object', properties: { [ANSWER]: field }, required: [ANSWER] },
    }),
  };
}

const MOST_MESSAGE = 4_000;
const MOST_TITLE = 200;

/** The end of it: what asks stands last. */
function bounded(text: string, most: number = MOST_MESSAGE): string {
  return text.length > most ? `… ${text.slice(-most)}` : text;
}
