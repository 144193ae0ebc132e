import { useEffect, useRef } from 'react';
import type { Trace, TraceEntry } from '../../../src/trace/trace-schema.js';

export interface EntryListProps {
  readonly trace: Trace;
  readonly selected: string;
  onSelect(id: string): void;
}

/** All entries in order, those in a step moved in. */
export function EntryList({ trace, selected, onSelect }: EntryListProps) {
  const current = useRef<HTMLButtonElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another entry is another button.
  useEffect(() => {
    current.current?.scrollIntoView({ block: 'nearest' });
  }, [selected]);
  const depths = depthsOf(trace.entries);
  return (
    <nav className="entries" aria-label="Entries">
      <ol>
        {trace.entries.map((entry) => (
          <li key={entry.id}>
            <button
              type="button"
              ref={entry.id === selected ? current : undefined}
              className="entry"
              data-kind={entry.kind}
              data-failed={entry.failed || undefined}
              aria-current={entry.id === selected ? 'step' : undefined}
              style={{ paddingLeft: `${0.6 + (depths.get(entry.id) ?? 0) * 0.9}rem` }}
              onClick={() => onSelect(entry.id)}
            >
              <span className="entry-number">{entry.kind === 'step' ? '▸' : entry.id}</span>
              <span className="entry-text">
                <b>{entry.name}</b> {entry.detail}
              </span>
              <span className="entry-time">{outcomeOf(entry)}</span>
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}

function outcomeOf({ failed, outcome, at, endAt }: TraceEntry): string {
  if (failed) return outcome ?? 'failed';
  return endAt === undefined ? '' : `${Math.round(endAt - at)} ms`;
}

function depthsOf(entries: readonly TraceEntry[]): ReadonlyMap<string, number> {
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const depthOf = (entry: TraceEntry): number => {
    const parent = entry.parent === undefined ? undefined : byId.get(entry.parent);
    return parent ? depthOf(parent) + 1 : 0;
  };
  return new Map(entries.map((entry) => [entry.id, depthOf(entry)]));
}
