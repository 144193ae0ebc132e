import { type MouseEvent, useMemo, useState } from 'react';
import type { StyledScreen } from '../../../src/screen/styled-screen.js';
import { styleWords } from '../../../src/test/locators/style-query.js';
import type { TracedSpan } from '../../../src/trace/trace-schema.js';
import { ansiText } from '../../../src/vt/ansi-text.js';
import { cellsOf } from '../../../src/vt/cells.js';
import { ScreenText } from '../screens/screen-text.js';

export interface FrameViewProps {
  readonly screen: StyledScreen;
  /** What an entry meant, what a locator finds, and what has changed. */
  readonly marks: readonly TracedSpan[];
  readonly found: readonly TracedSpan[];
  readonly changed: readonly TracedSpan[];
}

/** One screen of a terminal, with what is marked on it, and how a character looks that is pointed at. */
export function FrameView({ screen, marks, found, changed }: FrameViewProps) {
  const { width, height, styledRows, cursor } = screen;
  const ansi = useMemo(() => styledRows.map(ansiText).join('\n'), [styledRows]);
  const [place, setPlace] = useState<{ readonly row: number; readonly column: number }>();
  const point = (event: MouseEvent<HTMLElement>): void => {
    const box = event.currentTarget.getBoundingClientRect();
    const column = Math.floor(((event.clientX - box.left) / box.width) * width);
    const row = Math.floor(((event.clientY - box.top) / box.height) * height);
    if (column >= 0 && row >= 0 && column < width && row < height) setPlace({ row, column });
  };
  return (
    <figure className="frame">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keys. */}
      <div className="frame-scroll" tabIndex={0}>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the details of a character are in the text, too. */}
        <div
          className="frame-cells"
          style={{ width: `${width}ch`, height: `${height * LINE}em` }}
          onMouseMove={point}
          onMouseLeave={() => setPlace(undefined)}
        >
          <ScreenText ansi={ansi} />
          <Spans kind="changed" spans={changed} />
          <Spans kind="mark" spans={marks} />
          <Spans kind="found" spans={found} />
          {cursor.visible && (
            <Spans kind="cursor" spans={[{ row: cursor.y, from: cursor.x, to: cursor.x + 1 }]} />
          )}
          {place && (
            <Spans kind="point" spans={[{ row: place.row, from: place.column, to: place.column + 1 }]} />
          )}
        </div>
      </div>
      <figcaption className="frame-facts">
        <span>
          {width}×{height}, cursor {cursor.visible ? `${cursor.x},${cursor.y}` : 'hidden'}
          {screen.alternate ? ', alternate' : ''}
          {screen.title === '' ? '' : `, “${screen.title}”`}
        </span>
        <span data-testid="cell">
          {place ? cellFacts(screen, place) : 'Point at a character to see its style.'}
        </span>
      </figcaption>
    </figure>
  );
}

function Spans({ kind, spans }: { readonly kind: string; readonly spans: readonly TracedSpan[] }) {
  return spans.map(({ row, from, to }) => (
    <span
      key={`${row} ${from} ${to}`}
      className="frame-span"
      data-kind={kind}
      style={{ top: `${row * LINE}em`, left: `${from}ch`, width: `${to - from}ch`, height: `${LINE}em` }}
    />
  ));
}

/** As `screen.css` has it. */
const LINE = 1.25;

function cellFacts(
  screen: StyledScreen,
  { row, column }: { readonly row: number; readonly column: number },
): string {
  const cell = cellsOf(screen.styledRows[row] ?? []).findLast((one) => one.column <= column);
  const isThere = cell && (cell.column === column || cell.text.length > 1);
  const words = isThere ? styleWords(cell.style) || 'plain' : 'empty';
  return `row ${row}, column ${column}: ${isThere ? `${JSON.stringify(cell.text)} ` : ''}${words}`;
}
