import { mcpLimits } from './mcp-limits.js';

/** An answer that is not too large, and which of its fields had to be shortened for that. */
export interface BoundOutput {
  readonly value: Record<string, unknown>;
  readonly shortened: readonly string[];
}

/**
 * The last guard of what a model is given at once. Operations have limits and cursors of their own; where somebody asks
 * for very much, the largest texts lose their middle and the largest lists their end, until all of it fits.
 *
 * @example
 * boundOutput({ text: 'x'.repeat(1_000_000) }).shortened // ['text']
 */
export function boundOutput(
  value: Record<string, unknown>,
  mostBytes: number = mcpLimits.answerBytes,
): BoundOutput {
  const shortened = new Set<string>();
  // The common case costs one serialization.
  for (let share = mostBytes / 2; sizeOf(value) > mostBytes && share >= 16; share /= 2) {
    value = shorten(value, share, '', shortened) as Record<string, unknown>;
  }
  return { value, shortened: [...shortened] };
}

function sizeOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}

/** The same with no text or list in it that takes more than this. Names of fields stay, so it still fits its schema. */
function shorten(value: unknown, mostBytes: number, path: string, shortened: Set<string>): unknown {
  if (typeof value === 'string') {
    if (sizeOf(value) <= mostBytes) return value;
    shortened.add(path);
    return withoutMiddle(value, mostBytes);
  }
  if (Array.isArray(value)) {
    const kept = firstOf(value, mostBytes);
    if (kept.length < value.length) shortened.add(path);
    return kept.map((item) => shorten(item, mostBytes, `${path}[]`, shortened));
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [
      name,
      shorten(field, mostBytes, path === '' ? name : `${path}.${name}`, shortened),
    ]),
  );
}

/** The beginning says what it is, the end what became of it. */
function withoutMiddle(text: string, mostBytes: number): string {
  const characters = Math.floor((mostBytes * text.length) / sizeOf(text) / 2);
  const left = text.length - 2 * characters;
  return `${text.slice(0, characters)}\n… ${left} characters left out …\n${text.slice(text.length - characters)}`;
}

/** At least one, which is shortened itself where it is too large. */
function firstOf(list: readonly unknown[], mostBytes: number): readonly unknown[] {
  let bytes = 0;
  const end = list.findIndex((item, index) => {
    bytes += sizeOf(item ?? null) + 1;
    return bytes > mostBytes && index > 0;
  });
  return end < 0 ? list : list.slice(0, end);
}
