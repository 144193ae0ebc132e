import { type RefObject, useDeferredValue, useMemo, useState } from 'react';
import { piecesOf } from '../runs/search-text.js';
import { castText, findInCast } from './cast-text.js';
import { clockText } from './clock-text.js';
import type { Cast } from './read-cast.js';

export interface PlayerSearchProps {
  readonly cast: Cast;
  readonly input: RefObject<HTMLInputElement | null>;
  readonly onJump: (time: number) => void;
}

const MOST_HITS = 200;

/** Finds words in all that was printed, and goes to the moment they came. */
export function PlayerSearch({ cast, input, onJump }: PlayerSearchProps) {
  const [text, setText] = useState('');
  const wanted = useDeferredValue(text);
  const words = useMemo(() => castText(cast.events), [cast]);
  const hits = useMemo(() => findInCast(words, wanted, MOST_HITS), [words, wanted]);
  return (
    <search className="player-search">
      <input
        ref={input}
        className="input"
        type="search"
        placeholder="Search the output"
        aria-label="Search the output"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          const [first] = hits;
          if (event.key === 'Enter' && first) onJump(first.time);
        }}
      />
      {wanted.trim() !== '' && (
        <p className="soft" role="status">
          {found(hits.length)}
        </p>
      )}
      <ol className="player-hits">
        {hits.map(({ time, line, from }) => (
          <li key={`${time} ${from} ${line}`}>
            <button type="button" onClick={() => onJump(time)}>
              <span className="number faint">{clockText(time)}</span>
              <span className="mono cut">
                {piecesOf(line, wanted).map((piece, index) =>
                  // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one line have no other identity.
                  piece.hit ? <mark key={index}>{piece.text}</mark> : piece.text,
                )}
              </span>
            </button>
          </li>
        ))}
      </ol>
    </search>
  );
}

function found(count: number): string {
  if (count === 0) return 'Not found';
  if (count === 1) return 'Found once';
  return count === MOST_HITS ? `The first ${MOST_HITS} places` : `Found ${count} times`;
}
