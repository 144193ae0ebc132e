/** Something with an identity. */
interface Item {
  readonly id: string;
}

/** The item above or below, from the first or last one where none is selected. */
export function movedSelection(
  items: readonly Item[],
  selected: string | undefined,
  step: 1 | -1,
): string | undefined {
  const at = items.findIndex(({ id }) => id === selected);
  if (at < 0) return items.at(step === 1 ? 0 : -1)?.id;
  return items[Math.min(items.length - 1, Math.max(0, at + step))]?.id;
}

/**
 * The selection after the list has changed: the same item if it still exists, otherwise the item that moved to its
 * place, so that a person can keep answering without searching for the next one.
 */
export function keptSelection(
  before: readonly Item[],
  after: readonly Item[],
  selected: string | undefined,
): string | undefined {
  if (after.some(({ id }) => id === selected)) return selected;
  const at = before.findIndex(({ id }) => id === selected);
  const left = new Set(after.map(({ id }) => id));
  const next = before.slice(Math.max(0, at)).find(({ id }) => left.has(id));
  return (next ?? after.at(at < 0 ? 0 : -1))?.id;
}

/** Which are new to a person who has seen the list before. */
export function newcomers<T extends Item>(before: readonly Item[], after: readonly T[]): readonly T[] {
  const known = new Set(before.map(({ id }) => id));
  return after.filter(({ id }) => !known.has(id));
}
