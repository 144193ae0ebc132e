import { isMuxError } from '../../model/index.js';
import { invoke, type OperationContext, runInput } from '../../operations/index.js';
import { ANSWER, type AskedQuestion } from './asked-question.js';

/** What became of an answer: it was given, nobody wanted to give one, or the question has to be asked once more. */
export type Given = { readonly is: 'given' | 'declined' } | { readonly is: 'wrong'; readonly remark: string };

export type Asked = Omit<AskedQuestion, 'form'>;

/**
 * Types what a client answered into the program, if the question is still the one that was asked; else nothing is typed.
 * Answers come from the client and are checked here, whatever the form said.
 */
export async function giveAnswer(asked: Asked, response: unknown, context: OperationContext): Promise<Given> {
  const { action, content } = (response ?? {}) as { readonly action?: unknown; readonly content?: unknown };
  if (action === 'decline' || action === 'cancel') return { is: 'declined' };
  const text = (content as Readonly<Record<string, unknown>> | undefined)?.[ANSWER];
  if (action !== 'accept' || typeof text !== 'string') return wrong(`The field '${ANSWER}' is missing.`);
  const { run, host, fingerprint, mode, secret, enter, options } = asked;
  if (options && !options.includes(text)) return wrong(`The answers are: ${options.join(', ')}.`);
  try {
    await invoke(runInput, { run, host, text, fingerprint, mode, secret, enter }, context);
    return { is: 'given' };
  } catch (error) {
    if (!isMuxError(error, 'QUESTION_CHANGED')) throw error;
    return wrong('The question has changed since, and nothing was typed.');
  }
}

function wrong(remark: string): Given {
  return { is: 'wrong', remark };
}
