import { call } from '../../api/call.js';
import type { Answer } from './answer.js';
import { isList } from './read-question.js';

/** What a run asks, as far as the answer depends on it. */
export interface Asked {
  readonly kind: string | undefined;
  /** Of the question that the person has read. */
  readonly fingerprint: string | undefined;
}

/** Gives an answer to a run, for the question that was read. A single key is not followed by Enter. */
export async function answerRun(run: string, asked: Asked, answer: Answer): Promise<void> {
  await call('run.input', { run, ...inputOf(asked, answer) });
}

/** An option of a list is chosen; everything else is typed. */
export function inputOf({ kind, fingerprint }: Asked, { text, mode, secret }: Answer) {
  const named = fingerprint === undefined ? {} : { fingerprint };
  if (mode === 'option' && isList(fingerprint)) return { text, mode: 'option', ...named } as const;
  // Programs that edit their line themselves read keys, too: only a single one is an answer without Enter.
  const enter = kind !== 'key' || [...text].length !== 1;
  return { text, secret, enter, ...named };
}
