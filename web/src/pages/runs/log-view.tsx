import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { Button } from '../../components/button.js';
import { linesWith, nextHit, piecesOf } from './search-text.js';
import type { LogLine } from './use-run-log.js';

export interface LogViewProps {
  /** Whose log it is, for screen readers. */
  readonly label: string;
  readonly lines: readonly LogLine[];
  /** Number of the first line; those before it are not kept here. @default 0 */
  readonly first?: number;
  /** Whether more may come. */
  readonly live: boolean;
  readonly onDownload?: () => void;
  /** What is shown where there are no lines. */
  readonly empty: ReactNode;
}

/** Height of a line in pixels; all have the same, so that only those in sight need to be drawn. */
const LINE = 20;
/** Lines above and below the part in sight. */
const SPARE = 30;

/** A log that can be long: search, follow, download. */
export function LogView({ label, lines, first = 0, live, onDownload, empty }: LogViewProps) {
  const frame = useRef<HTMLDivElement>(null);
  const [follows, setFollows] = useState(live);
  const [text, setText] = useState('');
  const [hit, setHit] = useState<number | undefined>(undefined);
  const hits = useMemo(
    () =>
      linesWith(
        lines.map((line) => line.text),
        text,
      ),
    [lines, text],
  );
  const sight = useSight(frame);
  useLayoutEffect(() => {
    const element = frame.current;
    if (follows && element && lines.length > 0) element.scrollTop = element.scrollHeight;
  }, [follows, lines.length]);
  const go = (step: 1 | -1): void => {
    const next = nextHit(hits.length, hit, step);
    setHit(next);
    const line = next === undefined ? undefined : hits[next];
    const element = frame.current;
    if (line === undefined || !element) return;
    setFollows(false);
    element.scrollTop = Math.max(0, line * LINE - element.clientHeight / 2);
  };
  const from = Math.max(0, Math.floor(sight.top / LINE) - SPARE);
  const to = Math.min(lines.length, Math.ceil((sight.top + sight.height) / LINE) + SPARE);
  const digits = String(first + lines.length).length;
  return (
    <div className="log">
      <div className="log-bar">
        <search className="log-search">
          <input
            className="input"
            type="search"
            placeholder="Search the log"
            aria-label="Search the log"
            value={text}
            onChange={(event) => {
              setText(event.target.value);
              setHit(undefined);
            }}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              event.preventDefault();
              go(event.shiftKey ? -1 : 1);
            }}
          />
          {text !== '' && (
            <span className="soft number" role="status">
              {hits.length === 0 ? 'not found' : `${hit === undefined ? '' : `${hit + 1} of `}${hits.length}`}
            </span>
          )}
          {hits.length > 0 && (
            <>
              <Button size="small" onClick={() => go(-1)} aria-label="Hit before">
                ↑
              </Button>
              <Button size="small" onClick={() => go(1)} aria-label="Next hit">
                ↓
              </Button>
            </>
          )}
        </search>
        <span className="row">
          {live && (
            <Button size="small" aria-pressed={follows} onClick={() => setFollows(!follows)}>
              Follow
            </Button>
          )}
          {onDownload && (
            <Button size="small" onClick={onDownload}>
              Download
            </Button>
          )}
        </span>
      </div>
      {lines.length === 0 ? (
        <div className="log-empty soft">{empty}</div>
      ) : (
        <div
          className="log-lines"
          ref={frame}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard.
          tabIndex={0}
          role="log"
          aria-label={label}
          aria-live="off"
          onScroll={(event) => {
            const { scrollTop, scrollHeight, clientHeight } = event.currentTarget;
            const atEnd = scrollHeight - scrollTop - clientHeight < LINE * 2;
            if (live && atEnd !== follows) setFollows(atEnd);
          }}
        >
          <div className="log-sheet" style={{ height: lines.length * LINE }}>
            <div style={{ transform: `translateY(${from * LINE}px)` }}>
              {numbered(lines, from, to).map(({ line, at }) => (
                <Line
                  key={first + at}
                  line={line}
                  number={String(first + at + 1).padStart(digits)}
                  text={text}
                  current={hit !== undefined && hits[hit] === at}
                />
              ))}
            </div>
          </div>
        </div>
      )}
    </div>
  );
}

function numbered(lines: readonly LogLine[], from: number, to: number) {
  return lines.slice(from, to).map((line, index) => ({ line, at: from + index }));
}

interface LineProps {
  readonly line: LogLine;
  readonly number: string;
  readonly text: string;
  readonly current: boolean;
}

function Line({ line, number, text, current }: LineProps) {
  return (
    <div className="log-line" data-current={current || undefined} title={line.time}>
      <span className="log-number" aria-hidden="true">
        {number}
      </span>
      <span>
        {text === ''
          ? line.text
          : piecesOf(line.text, text).map((piece, index) =>
              // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one line have no other identity.
              piece.hit ? <mark key={index}>{piece.text}</mark> : piece.text,
            )}
      </span>
    </div>
  );
}

/** Which part of what scrolls is in sight. */
function useSight(frame: RefObject<HTMLDivElement | null>): {
  readonly top: number;
  readonly height: number;
} {
  const [sight, setSight] = useState({ top: 0, height: 800 });
  useEffect(() => {
    const element = frame.current;
    if (!element) return undefined;
    const look = (): void => setSight({ top: element.scrollTop, height: element.clientHeight });
    const observer = new ResizeObserver(look);
    observer.observe(element);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', look);
    };
  });
  return sight;
}
