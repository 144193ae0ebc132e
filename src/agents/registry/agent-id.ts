import { randomInt } from 'node:crypto';

const RANDOM_LETTERS = 6;

/** What names an agent everywhere: lower-case letters and digits, later ones sort behind earlier ones. */
export function newAgentId(now: Date): string {
  let id = now.getTime().toString(36);
  for (let i = 0; i < RANDOM_LETTERS; i++) id += randomInt(36).toString(36);
  return id;
}
