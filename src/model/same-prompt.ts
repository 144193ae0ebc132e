/**
 * Whether two looks at a terminal have seen the same question: what is typed behind a prompt does not make another one
 * of it.
 *
 * @example
 * isSamePrompt('Go on? [y/N]', 'Go on? [y/N] y'); // true
 */
export function isSamePrompt(before: string | undefined, now: string | undefined): boolean {
  if (!before || !now) return (before ?? '') === (now ?? '');
  return now.startsWith(before);
}
