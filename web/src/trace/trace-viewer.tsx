import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { StyledScreen } from '../../../src/screen/styled-screen.js';
import { parseLocator } from '../../../src/test/locators/locator-expression.js';
import type { Located } from '../../../src/test/locators/locator-query.js';
import { ScreenGrid } from '../../../src/test/locators/screen-grid.js';
import { newCells } from '../../../src/test/terminal/new-cells.js';
import { FrameReader } from '../../../src/trace/frames.js';
import { failedEntry, traceMarkdown } from '../../../src/trace/trace-markdown.js';
import type { Trace, TracedSpan } from '../../../src/trace/trace-schema.js';
import { Store, useStore } from '../api/store.js';
import { Badge } from '../components/badge.js';
import { Button } from '../components/button.js';
import { setTheme, shownTheme } from '../style/theme.js';
import { Details } from './details.js';
import { EntryList } from './entry-list.js';
import { FrameView } from './frame-view.js';
import { Timeline } from './timeline.js';

type View = 'before' | 'after' | 'diff' | 'time';

const views: readonly (readonly [View, string])[] = [
  ['before', 'Before'],
  ['after', 'After'],
  ['diff', 'Changes'],
  ['time', 'At a time'],
];

/** What stands behind `#` in the address: `step=14`. */
const address = new Store(location.hash);
window.addEventListener('hashchange', () => address.set(location.hash));

export function TraceViewer({ trace }: { readonly trace: Trace }) {
  const failed = useMemo(() => failedEntry(trace), [trace]);
  const hash = useStore(address);
  const wanted = decodeURIComponent(/[#&]step=([^&]+)/.exec(hash)?.[1] ?? '');
  const entry = trace.entries.find(({ id }) => id === wanted) ?? failed ?? trace.entries.at(-1) ?? undefined;
  const [view, setView] = useState<View>('after');
  const [time, setTime] = useState(0);
  const [typed, setTyped] = useState('');
  const locatorInput = useRef<HTMLInputElement>(null);
  const readers = useMemo(() => trace.terminals.map(({ frames }) => new FrameReader(frames)), [trace]);
  const index = entry?.terminal ?? 0;
  const terminal = trace.terminals[index];
  const reader = readers[index];

  const select = useCallback((id: string) => {
    setView((now) => (now === 'time' ? 'after' : now));
    // A page from a file may not change its address otherwise.
    location.replace(`#step=${encodeURIComponent(id)}`);
  }, []);
  const seek = useCallback((at: number) => {
    setView('time');
    setTime(at);
  }, []);

  const frames = terminal?.timeline ?? [];
  const shownAt =
    view === 'time' ? time : view === 'before' ? (entry?.at ?? 0) : (entry?.endAt ?? entry?.at ?? 0);
  const place = Math.max(
    0,
    frames.findLastIndex(([at]) => at <= shownAt),
  );
  const before = reader?.screen(entry?.before);
  const after = reader?.screen(entry?.after) ?? before;
  const screen =
    view === 'time' ? reader?.screen(frames[place]?.[1]) : view === 'before' ? (before ?? after) : after;

  const move = useCallback(
    (by: number) => {
      const at = entry ? trace.entries.indexOf(entry) : -1;
      const next = trace.entries[Math.max(0, Math.min(trace.entries.length - 1, at + by))];
      if (next) select(next.id);
    },
    [entry, trace, select],
  );
  const shift = (by: number): void => {
    const next = frames[Math.max(0, Math.min(frames.length - 1, place + by))];
    if (next) seek(next[0]);
  };
  useKeys([
    ['j', () => move(1)],
    ['k', () => move(-1)],
    ['ArrowDown', () => move(1)],
    ['ArrowUp', () => move(-1)],
    ['ArrowRight', () => shift(1)],
    ['ArrowLeft', () => shift(-1)],
    ['b', () => setView('before')],
    ['a', () => setView('after')],
    ['d', () => setView('diff')],
    ['f', () => failed && select(failed.id)],
    ['/', () => locatorInput.current?.focus()],
  ]);

  const located = useMemo(() => (screen ? tried(typed, screen) : undefined), [typed, screen]);
  const changed = view === 'diff' && before && after ? changes(before, after) : [];
  return (
    <div className="trace">
      <header className="trace-head">
        <h1>{trace.test.name}</h1>
        <Badge tone={trace.status === 'passed' ? 'good' : 'bad'}>{trace.status}</Badge>
        <span className="trace-facts">
          {[
            trace.test.file,
            `attempt ${trace.test.attempt}`,
            `${(trace.durationMs / 1000).toFixed(2)} s`,
            terminal?.host,
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
        <span className="trace-buttons">
          {failed && (
            <Button size="small" onClick={() => select(failed.id)}>
              Go to the failure
            </Button>
          )}
          <CopyButton text={() => traceMarkdown(trace)} />
          <ThemeButton />
        </span>
      </header>
      {trace.omitted.length > 0 && (
        <p className="trace-omitted">Left out to stay within the budget: {trace.omitted.join('; ')}.</p>
      )}
      <Timeline
        trace={trace}
        terminal={terminal}
        selected={entry?.id ?? ''}
        at={shownAt}
        onSelect={select}
        onTime={seek}
      />
      <EntryList trace={trace} selected={entry?.id ?? ''} onSelect={select} />
      <main className="stage">
        <div className="stage-bar">
          <fieldset className="segments" aria-label="Screen">
            {views.map(([name, label]) => (
              <Button key={name} size="small" aria-pressed={view === name} onClick={() => setView(name)}>
                {label}
              </Button>
            ))}
          </fieldset>
          <label className="scrub">
            <span className="hidden-text">Frame</span>
            <input
              type="range"
              min={0}
              max={Math.max(0, frames.length - 1)}
              value={place}
              onChange={(event) => seek(frames[Number(event.target.value)]?.[0] ?? 0)}
            />
            <span className="scrub-text">
              frame {frames.length === 0 ? 0 : place + 1} of {frames.length}, {Math.round(shownAt)} ms
            </span>
          </label>
        </div>
        <TryLocator input={locatorInput} typed={typed} onType={setTyped} located={located} />
        {screen ? (
          <FrameView
            screen={screen}
            marks={view === 'after' || view === 'diff' ? (entry?.marks ?? []) : []}
            found={
              located && 'matches' in located ? located.matches.flatMap(({ place: spans }) => spans) : []
            }
            changed={changed}
          />
        ) : (
          <p className="stage-empty">No screen was seen here.</p>
        )}
        {view === 'diff' && changed.length === 0 && screen && (
          <p className="stage-empty">Nothing has changed.</p>
        )}
      </main>
      <Details trace={trace} entry={entry} terminal={terminal} />
      <footer className="trace-keys">
        <kbd>j</kbd> <kbd>k</kbd> entries <kbd>←</kbd> <kbd>→</kbd> frames <kbd>b</kbd> before <kbd>a</kbd>{' '}
        after <kbd>d</kbd> changes <kbd>f</kbd> failure <kbd>/</kbd> locator
      </footer>
    </div>
  );
}

type Tried = Located | { readonly error: string };

function tried(typed: string, screen: StyledScreen): Tried | undefined {
  if (typed.trim() === '') return undefined;
  try {
    return parseLocator(typed).locate(new ScreenGrid(screen));
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

function TryLocator({
  input,
  typed,
  onType,
  located,
}: {
  readonly input: React.RefObject<HTMLInputElement | null>;
  readonly typed: string;
  onType(text: string): void;
  readonly located: Tried | undefined;
}) {
  return (
    <div className="locator">
      <input
        ref={input}
        className="input mono"
        aria-label="Locator"
        placeholder="Try a locator on this frame: getByText('Save')"
        value={typed}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => onType(event.target.value)}
        onKeyDown={(event) => event.key === 'Escape' && event.currentTarget.blur()}
      />
      <output className="locator-result" data-bad={(located && 'error' in located) || undefined}>
        {located &&
          ('error' in located
            ? located.error
            : `${located.stages.map(({ description, count }) => `${description}: ${count}`).join(' > ')}${
                located.nearest ? `, nearest ${located.nearest}` : ''
              }`)}
      </output>
    </div>
  );
}

/** The cells that differ, as spans. */
function changes(before: StyledScreen, after: StyledScreen): TracedSpan[] {
  const isNew = newCells(before, after);
  return after.styledRows.flatMap((_, row) => {
    const spans: { row: number; from: number; to: number }[] = [];
    for (let column = 0; column < after.width; column++) {
      if (!isNew(row, column)) continue;
      const last = spans.at(-1);
      if (last?.to === column) last.to++;
      else spans.push({ row, from: column, to: column + 1 });
    }
    return spans;
  });
}

function CopyButton({ text }: { readonly text: () => string }) {
  const [said, setSaid] = useState('Copy as prompt');
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text());
      setSaid('Copied');
    } catch {
      // A page from a file may not have the clipboard: what is selected can be copied by keys.
      setSaid(copySelected(text()) ? 'Copied' : 'The browser refuses it');
    }
  };
  return (
    <Button size="small" onClick={() => void copy()}>
      {said}
    </Button>
  );
}

function copySelected(text: string): boolean {
  const area = document.createElement('textarea');
  area.value = text;
  document.body.append(area);
  area.select();
  const isCopied = document.execCommand('copy');
  area.remove();
  return isCopied;
}

function ThemeButton() {
  const shown = useStore(shownTheme);
  const other = shown === 'dark' ? 'light' : 'dark';
  return (
    <Button size="small" onClick={() => setTheme(other)}>
      {other === 'light' ? 'Light' : 'Dark'}
    </Button>
  );
}

function useKeys(keys: readonly (readonly [key: string, act: () => void])[]): void {
  const current = useRef(keys);
  current.current = keys;
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      const isTyping = event.target instanceof HTMLInputElement && event.target.type !== 'range';
      if (isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
      const act = current.current.find(([key]) => key === event.key)?.[1];
      if (!act) return;
      event.preventDefault();
      act();
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
}
