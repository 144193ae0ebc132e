import type { TextLine } from './screen-grid.js';

/** The line that looks most like a pattern, as a message shows it: `"Save failed" in row 22`. */
export function nearestRow(lines: readonly TextLine[], pattern: string | RegExp): string | undefined {
  const wanted = pairs(typeof pattern === 'string' ? pattern : pattern.source);
  let best: TextLine | undefined;
  let most = FEWEST;
  for (const line of lines) {
    const score = likeness(wanted, line.text);
    if (score <= most) continue;
    most = score;
    best = line;
  }
  if (!best) return undefined;
  const text = best.text.trim();
  const shown = text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
  return `${JSON.stringify(shown)} in row ${best.columns[0]?.row ?? 0}`;
}

const LONGEST = 60;
/** Less than half of the letters in common is a coincidence. */
const FEWEST = 0.4;

/** How many of the wanted pairs of letters a text has, from 0 to 1. */
function likeness(wanted: ReadonlySet<string>, text: string): number {
  if (wanted.size === 0) return 0;
  const found = pairs(text);
  return [...wanted].filter((pair) => found.has(pair)).length / wanted.size;
}

function pairs(text: string): Set<string> {
  const letters = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return new Set(
    letters.flatMap((word) =>
      [...word].map((_, at) => word.slice(at, at + 2)).filter((pair) => pair.length === 2),
    ),
  );
}
