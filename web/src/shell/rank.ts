/** The items that fit a text, the best first. All of them, in their order, without one. */
export function rank<T extends { readonly title: string; readonly detail?: string | undefined }>(
  items: readonly T[],
  text: string,
): readonly T[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return items;
  return items
    .map((item) => ({ item, points: pointsOf(item, words) }))
    .filter(({ points }) => points > 0)
    .sort((one, other) => other.points - one.points)
    .map(({ item }) => item);
}

/** Every word has to match somewhere, and counts more the nearer it is to the start of the title. */
function pointsOf(
  { title, detail = '' }: { readonly title: string; readonly detail?: string | undefined },
  words: readonly string[],
): number {
  let points = 0;
  for (const word of words) {
    const best = Math.max(pointsIn(title.toLowerCase(), word) * 2, pointsIn(detail.toLowerCase(), word));
    if (best === 0) return 0;
    points += best;
  }
  return points;
}

function pointsIn(text: string, word: string): number {
  const at = text.indexOf(word);
  if (at === 0) return 8;
  if (at > 0) return isInWord(text, at) ? 3 : 6;
  return text.split(wordEnds).some((one) => isShortFor(one, word)) ? 1 : 0;
}

function isInWord(text: string, at: number): boolean {
  return /[a-z0-9]/.test(text[at - 1] ?? '');
}

const wordEnds = /[^\p{Letter}\p{Number}]+/u;

/** `ovw` is short for `overview`; letters from all over a line would fit nearly anything. */
function isShortFor(word: string, letters: string): boolean {
  if (word[0] !== letters[0]) return false;
  let at = 0;
  for (const letter of letters) {
    at = word.indexOf(letter, at) + 1;
    if (at === 0) return false;
  }
  return true;
}
