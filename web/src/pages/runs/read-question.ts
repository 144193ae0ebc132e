import { useState } from 'react';

export interface ReadQuestion {
  /** Whether another question has replaced the one that the person has read. */
  readonly changed: boolean;
  /** The person has read the new one. */
  accept(): void;
  /** The person has answered: the next question is expected. */
  answered(): void;
}

interface Read {
  readonly key: string;
  readonly fingerprint: string | undefined;
  /** Answered here: another question after it is expected. */
  readonly done: boolean;
}

/**
 * Remembers which question a person has read, while the page keeps itself up to date: a button must not get another
 * meaning between reading and clicking.
 *
 * @param key of what asks
 */
export function useReadQuestion(key: string, fingerprint: string | undefined): ReadQuestion {
  const [read, setRead] = useState<Read>({ key, fingerprint, done: false });
  const isSame = sameQuestion(read.fingerprint, fingerprint);
  if (read.key !== key || read.fingerprint === undefined || (read.done && !isSame)) {
    if (read.key !== key || read.fingerprint !== fingerprint) setRead({ key, fingerprint, done: false });
  }
  return {
    changed: read.key === key && !read.done && !isSame,
    accept: () => setRead({ key, fingerprint, done: false }),
    answered: () => setRead({ key, fingerprint, done: true }),
  };
}

/** The part after the last dot is the highlighted option; it does not make another question. */
export function sameQuestion(one: string | undefined, other: string | undefined): boolean {
  if (one === undefined || other === undefined) return true;
  const part = (fingerprint: string): string => fingerprint.split('.', 2).join('.');
  return part(one) === part(other);
}

/** Whether the options are a list on the screen that keys move in; else the answer is typed. */
export function isList(fingerprint: string | undefined): boolean {
  return fingerprint?.startsWith('d1.') ?? false;
}
