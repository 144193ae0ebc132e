import type { ShownOption } from './menu-options.js';

/**
 * The answers that a question names itself, as in `Continue? [Y/n]`. The capital one is what Enter alone means.
 *
 * @example
 * yesOrNo('Overwrite? [y/N]'); // [{ label: 'y', selected: false }, { label: 'N', selected: true }]
 */
export function yesOrNo(prompt: string): ShownOption[] | undefined {
  const found = PAIR.exec(prompt);
  if (!found) return undefined;
  const answers = found.slice(1).filter((answer) => answer !== undefined);
  const capitals = answers.filter((answer) => /^\p{Lu}/u.test(answer));
  return answers.map((label) => ({ label, selected: capitals.length === 1 && label === capitals[0] }));
}

/** `[y/N]`, `(yes/no)`, `[Y/n/q]`, `(yes/no/[fingerprint])`: short words with slashes between them, in brackets. */
const PAIR = /[[(](y|yes)\/(n|no)(?:\/\[?([a-z]{1,12})\]?)?[\])]/i;
