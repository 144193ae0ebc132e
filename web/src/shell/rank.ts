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

/** Every word has to fit somewhere, and counts more the nearer to the begin of the title. */
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
  if (at > 0) return /[a-z0-9]/.test(text[at - 1] ?? '') ? 3 : 6;
  return hasInOrder(text, word) ? 1 : 0;
}

/** `ovw` is in `overview`. */
function hasInOrder(text: string, letters: string): boolean {
  let at = 0;
  for (const letter of letters) {
    at = text.indexOf(letter, at) + 1;
    if (at === 0) return false;
  }
  return true;
}
