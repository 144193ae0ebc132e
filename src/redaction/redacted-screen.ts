import {
  ansiText,
  cellsOf,
  columnWidth,
  plainStyle,
  rowText,
  type StyledRun,
  styledRows,
} from '../vt/index.js';

type Redact = (lines: readonly string[]) => string[];
type Line = readonly StyledRun[];

/** What of a screen it takes to put its lines together. */
export interface StyledLines {
  readonly styledRows: readonly (readonly StyledRun[])[];
  /** For each row, the index of the line that it is a part of. */
  readonly lineOfRow: readonly number[];
  readonly width: number;
}

/** The whole lines of a screen with their escape sequences, without secrets and without the unused rows at its end. */
export function redactedAnsi(screen: StyledLines, redact: Redact): string[] {
  const lines = redactedLines(linesOf(screen), redact).map((line) => ansiText(line).replace(/ +$/, ''));
  while (lines.length > 0 && lines.at(-1) === '') lines.pop();
  return lines;
}

/**
 * A screen without secrets, also those that the terminal wrapped. Only lines that have one are changed; what stands
 * behind one moves, as the mask has another length.
 */
export function redactedScreen<Lines extends StyledLines>(screen: Lines, redact: Redact): Lines {
  const lines = linesOf(screen);
  const styled = [...screen.styledRows];
  for (const [index, line] of redactedLines(lines, redact).entries()) {
    if (line === lines[index]) continue;
    const rows = wrapped(line, screen.width);
    const places = styled.flatMap((_, row) => (screen.lineOfRow[row] === index ? [row] : []));
    for (const [at, row] of places.entries()) styled[row] = rows[at] ?? [];
  }
  return { ...screen, styledRows: styled };
}

/** The rows put together where the terminal wrapped a line. */
function linesOf({
  styledRows: rows,
  lineOfRow,
}: Pick<StyledLines, 'styledRows' | 'lineOfRow'>): StyledRun[][] {
  const lines: StyledRun[][] = [];
  for (const [index, row] of rows.entries()) {
    const at = lineOfRow[index] ?? index;
    lines[at] = [...(lines[at] ?? []), ...row];
  }
  return Array.from(lines, (line) => line ?? []);
}

/** A line that holds no secret is given as it is. */
function redactedLines(lines: readonly Line[], redact: Redact): Line[] {
  const plain = lines.map(rowText);
  const hidden = redact(plain);
  const styled = redact(lines.map(ansiText));
  return lines.map((line, index) => {
    const text = hidden[index] ?? '';
    if (text === plain[index]) return line;
    const [masked = []] = styledRows(styled[index] ?? '');
    // Where colours have hidden from a rule what it knows by its letters, they go.
    return rowText(masked) === text ? masked : [{ ...plainStyle, text }];
  });
}

function wrapped(line: Line, width: number): StyledRun[][] {
  const rows: StyledRun[][] = [[]];
  let used = 0;
  for (const { text, style } of cellsOf(line)) {
    const columns = columnWidth(text);
    if (used + columns > width) {
      rows.push([]);
      used = 0;
    }
    rows.at(-1)?.push({ ...style, text });
    used += columns;
  }
  return rows;
}
