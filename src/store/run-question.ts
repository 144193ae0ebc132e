import type { StoredStatus } from './run-news.js';
import type { RunQuestion } from './run-record.js';

/** What a run that waits asks, as its row and the events have it. */
export function questionOf(status: StoredStatus | RunQuestion): RunQuestion {
  const { prompt, title, question, fingerprint, options, kind, idle, source, confidence } = status;
  return {
    ...(prompt !== undefined && { prompt }),
    ...(title !== undefined && { title }),
    ...(question !== undefined && { question }),
    ...(fingerprint !== undefined && { fingerprint }),
    ...(options !== undefined && { options }),
    ...(kind !== undefined && { kind }),
    ...(idle && { idle }),
    source,
    confidence,
  };
}

export function knownQuestion(asks: string | null): RunQuestion | undefined {
  return asks === null ? undefined : JSON.parse(asks);
}
