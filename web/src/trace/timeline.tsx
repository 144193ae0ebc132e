import type { MouseEvent } from 'react';
import type { Trace, TracedTerminal } from '../../../src/trace/trace-schema.js';

export interface TimelineProps {
  readonly trace: Trace;
  readonly terminal: TracedTerminal | undefined;
  readonly selected: string;
  readonly at: number;
  onSelect(id: string): void;
  onTime(at: number): void;
}

/** The entries over the output and over what the kernel said, by time. */
export function Timeline({ trace, terminal, selected, at, onSelect, onTime }: TimelineProps) {
  const whole = Math.max(1, trace.durationMs);
  const left = (ms: number): string => `${(Math.max(0, Math.min(ms, whole)) / whole) * 100}%`;
  const wide = (from: number, to: number): string => `max(3px, ${((to - from) / whole) * 100}%)`;
  const pick = (event: MouseEvent<HTMLElement>): void => {
    const box = event.currentTarget.getBoundingClientRect();
    onTime(((event.clientX - box.left) / box.width) * whole);
  };
  const output = densities(terminal?.output ?? [], whole);
  return (
    <section className="timeline" aria-label="Timeline">
      <div className="lane" data-lane="entries">
        {trace.entries.map((entry) => (
          <button
            key={entry.id}
            type="button"
            tabIndex={-1}
            className="bar"
            title={`#${entry.id} ${entry.name} ${entry.detail}`}
            data-kind={entry.kind}
            data-failed={entry.failed || undefined}
            data-selected={entry.id === selected || undefined}
            style={{ left: left(entry.at), width: wide(entry.at, entry.endAt ?? whole) }}
            onClick={() => onSelect(entry.id)}
          />
        ))}
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: the arrow keys go from frame to frame. */}
      <div className="lane" data-lane="output" onClick={pick} title="Output">
        {output.map((size, index) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: a bucket is its time.
            key={index}
            className="bucket"
            style={{ left: `${(index / output.length) * 100}%`, height: `${size * 100}%` }}
          />
        ))}
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: the same. */}
      <div className="lane" data-lane="kernel" onClick={pick}>
        {(terminal?.verdicts ?? []).map((verdict) => (
          <span
            key={verdict.at}
            className="verdict"
            data-state={verdict.state}
            title={`${verdict.state}: ${verdict.reason}`}
            style={{ left: left(verdict.at), width: wide(verdict.at, verdict.until) }}
          />
        ))}
      </div>
      <span className="playhead" style={{ left: left(at) }} />
    </section>
  );
}

const BUCKETS = 120;

/** How much was printed in each part of the time, from 0 to 1, so that a little is seen beside a flood. */
function densities(output: TracedTerminal['output'], whole: number): readonly number[] {
  const sizes: number[] = Array.from({ length: BUCKETS }, () => 0);
  for (const [at, text] of output) {
    const index = Math.min(BUCKETS - 1, Math.max(0, Math.floor((at / whole) * BUCKETS)));
    sizes[index] = (sizes[index] ?? 0) + text.length;
  }
  const most = Math.log1p(Math.max(1, ...sizes));
  return sizes.map((size) => Math.log1p(size) / most);
}
