export interface ReadData {
  readonly pane: string;
  readonly output: string;
  readonly lines_captured: number;
  readonly cursor_position: string;
  readonly has_more: boolean;
}

/** What was asked for: `lines` is `undefined` where nobody said how many. */
export interface ReadRequest {
  readonly lines: number | undefined;
  readonly all: boolean;
  readonly since: boolean;
}

/** Text with the lines that it has; those at its end that are blank do not count. */
export function outputOf(lines: readonly string[]): Pick<ReadData, 'output' | 'lines_captured'> {
  const end = lines.findLastIndex((line) => line.trim() !== '') + 1;
  return { output: lines.slice(0, end).join('\n'), lines_captured: end };
}
