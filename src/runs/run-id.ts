import { randomInt } from 'node:crypto';

/** What names a run everywhere: lower-case letters and digits, later ones sort behind earlier ones. */
export type AutomationId = string;

const RANDOM_LETTERS = 6;

export function newRunId(now: Date): AutomationId {
  let id = now.getTime().toString(36);
  for (let i = 0; i < RANDOM_LETTERS; i++) id += randomInt(36).toString(36);
  return id;
}

export function isRunId(text: string): boolean {
  return /^[a-z0-9]{1,64}$/.test(text);
}
