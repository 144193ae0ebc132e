import { rowText, type ScreenModel } from '../vt/index.js';
import type { StyledScreen } from './styled-screen.js';

/** What a model of a screen shows, as a pane of tmux would show it. */
export function screenOfModel(model: ScreenModel): StyledScreen {
  const { width, height, settled, cursor, title, alternate } = model;
  const styledRows = model.styledRows();
  const texts = styledRows.map(rowText);
  const lineOfRow: number[] = [];
  const lines: string[] = [];
  let isWrapped = false;
  for (const [row, wrapped] of model.wrappedRows().entries()) {
    const text = texts[row] ?? '';
    if (isWrapped) lines.push((lines.pop() ?? '') + text);
    else lines.push(text);
    lineOfRow.push(lines.length - 1);
    isWrapped = wrapped;
  }
  return {
    width,
    height,
    historySize: settled,
    rows: texts.map((text) => text.trimEnd()),
    lines: lines.map((line) => line.trimEnd()),
    lineOfRow,
    styledRows,
    cursor: { ...cursor, x: Math.min(cursor.x, width - 1) },
    title,
    alternate,
    inMode: false,
    dead: false,
  };
}
