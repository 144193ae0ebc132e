import { isSamePrompt } from '../model/index.js';
import type { RunQuestion } from './run-record.js';

/** What a run does, as far as others have to know. */
export interface StoredStatus {
  readonly state: 'running' | 'waiting-for-input';
  readonly prompt?: string | undefined;
  /** Of a list: the sentence above it. */
  readonly title?: string | undefined;
  readonly question?: string | undefined;
  readonly fingerprint?: string | undefined;
  readonly options?: RunQuestion['options'];
  readonly kind?: RunQuestion['kind'];
  /** It waits, and asks nothing. */
  readonly idle?: true | undefined;
  readonly source: string;
  readonly confidence: string;
}

/** What was told of a run last. */
export interface ToldStatus {
  readonly state: StoredStatus['state'];
  readonly prompt?: string | undefined;
  readonly idle?: boolean | undefined;
  /** The answers that had been given by then, or were about to be. */
  readonly answers: number;
  readonly since: Date;
}

/** How long it may take to send an answer that was announced. */
const SENDING_MS = 60_000;

/**
 * What there is to tell when somebody has looked at a run. Several processes may watch it, each at its own pace, so
 * what one of them has seen may be over for another: the answers that had been given before a look say which look is
 * the later one.
 *
 * @param answers those before the look
 * @returns `undefined`: it is too late for this
 */
export function newsOf(
  told: ToldStatus | undefined,
  status: StoredStatus,
  answers: number,
  now: Date,
): StoredStatus[] | undefined {
  if (told && answers < told.answers && !isOverdue(told, now)) return undefined;
  // Who asks again after an answer went on in between, also where nobody looked then.
  const isAnswered = told?.state === 'waiting-for-input' && answers > told.answers;
  const before: Pick<ToldStatus, 'state' | 'prompt' | 'idle'> | undefined = isAnswered ? GOES_ON : told;
  const between = isAnswered ? [GOES_ON] : [];
  if (status.state === 'running') return before?.state === 'waiting-for-input' ? [status] : between;
  if (before?.state !== 'waiting-for-input') return [...between, status];
  const isKnown =
    isSamePrompt(before.prompt, status.prompt) && (before.idle ?? false) === (status.idle ?? false);
  return isKnown ? [] : [status];
}

/** What follows of an answer. */
export const GOES_ON: StoredStatus = { state: 'running', source: 'screen', confidence: 'likely' };

/** The answer that was announced never came: who wanted to give it was killed. */
function isOverdue({ state, since }: ToldStatus, now: Date): boolean {
  return state === 'running' && now.getTime() - since.getTime() > SENDING_MS;
}
