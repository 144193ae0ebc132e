export interface JoinedLines {
  readonly lines: readonly string[];
  readonly lineOfRow: readonly number[];
}

/**
 * Finds which rows of a screen make up which line, from two captures of the same moment: its rows (`capture-pane
 * -N`), and the same with wrapped rows joined (`-J`). Where the two do not fit together each row is its own line.
 */
export function joinWrapped(rows: readonly string[], joined: readonly string[]): JoinedLines {
  const lineOfRow: number[] = [];
  let row = 0;
  for (let line = 0; line < joined.length; line++) {
    const whole = (joined[line] ?? '').trimEnd();
    let seen = rows[row++] ?? '';
    lineOfRow.push(line);
    while (row < rows.length && seen.trimEnd() !== whole && whole.startsWith(seen)) {
      seen += rows[row++] ?? '';
      lineOfRow.push(line);
    }
    if (seen.trimEnd() !== whole) return unjoined(rows);
  }
  if (lineOfRow.length !== rows.length) return unjoined(rows);
  return { lines: joined.map((line) => line.trimEnd()), lineOfRow };
}

function unjoined(rows: readonly string[]): JoinedLines {
  return { lines: rows.map((row) => row.trimEnd()), lineOfRow: rows.map((_, index) => index) };
}
