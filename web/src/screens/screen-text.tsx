import { memo, useMemo } from 'react';
import { parseAnsi, type StyledText } from './parse-ansi.js';
import './screen.css';

export interface ScreenTextProps {
  readonly ansi: string;
}

/** A screen as text that can be selected and found, with its colours. */
export const ScreenText = memo(function ScreenText({ ansi }: ScreenTextProps) {
  const lines = useMemo(() => parseAnsi(ansi), [ansi]);
  return (
    <pre className="screen-text">
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place on the screen.
        <Row key={index} line={line} />
      ))}
    </pre>
  );
});

function Row({ line }: { readonly line: readonly StyledText[] }) {
  return (
    <>
      {line.map((run, index) =>
        isPlain(run) ? (
          run.text
        ) : (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: so is a stretch of it.
            key={index}
            className={run.classes || undefined}
            style={run.color || run.background ? { color: run.color, background: run.background } : undefined}
          >
            {run.text}
          </span>
        ),
      )}
      {'\n'}
    </>
  );
}

function isPlain({ classes, color, background }: StyledText): boolean {
  return classes === '' && color === undefined && background === undefined;
}
