import { ScreenModel } from '../../../src/vt/screen-model.js';
import { emptyScreen } from '../../../src/vt/screen-state.js';
import type { StyledRun } from '../../../src/vt/text-style.js';
import { CLEAN, type ScreenSize, SETTLED, type TmuxScreen, trimmed } from './tmux-screens.js';

/** What both say of a screen, in words that can be compared. */
export interface ComparedScreen {
  readonly rows: readonly (readonly StyledRun[])[];
  readonly lines: readonly string[];
  readonly cursor: { readonly x: number; readonly y: number; readonly visible: boolean };
  readonly title: string;
  readonly alternate: boolean;
  readonly modes: unknown;
}

export function modelScreen({ width, height }: ScreenSize, output: string): ComparedScreen {
  const model = new ScreenModel(emptyScreen(width, height), { styled: true });
  model.feed(CLEAN);
  const settled: string[] = [];
  model.onSettled = (line) => settled.push(line);
  const cleared = model.cleared;
  model.feed(output + SETTLED);
  const kept = Math.max(0, model.cleared - cleared);
  return {
    rows: model.styledRows().map(withoutBlankEnd),
    // On the alternate screen, tmux shows the history of the other one above it.
    lines: model.alternate ? [] : trimmed([...settled.slice(kept), ...model.liveLines()]),
    cursor: model.cursor,
    title: model.title,
    alternate: model.alternate,
    modes: { ...model.modes, bracketedPaste: undefined },
  };
}

export function comparedScreen({ screen, modes, lines }: TmuxScreen): ComparedScreen {
  return {
    rows: screen.styledRows.map(withoutBlankEnd),
    lines: screen.alternate ? [] : lines,
    cursor: screen.cursor,
    title: screen.title,
    alternate: screen.alternate,
    modes: { ...modes, bracketedPaste: undefined },
  };
}

/** tmux does not say how cells look that were only erased, so that blanks at the end of a row are left out. */
function withoutBlankEnd(row: readonly StyledRun[]): StyledRun[] {
  const runs = [...row];
  for (let last = runs.at(-1); last; last = runs.at(-1)) {
    const text = last.text.trimEnd();
    if (text === last.text) break;
    runs.pop();
    if (text !== '') runs.push({ ...last, text });
  }
  return runs;
}
