import { useState } from 'react';
import { durationText } from '../../components/time.js';
import { navigate } from '../../router.js';
import { useWidth } from '../use-width.js';
import { type RunFacts, runDuration, runLabel } from './run-view.js';
import { lanes, place, spanOf, ticks } from './timeline-scale.js';

export interface TimelineProps {
  readonly runs: readonly RunFacts[];
  readonly waiting: ReadonlySet<string>;
}

const BAR = 18;
const ROW = 22;
/** Pixels that a letter of a name takes, at most. */
const LETTER = 6.6;
const AXIS = 22;
const MOST_ROWS = 12;

/** When the runs ran, one bar for each. The table below tells the same in words. */
export function Timeline({ runs, waiting }: TimelineProps) {
  const { ref, width } = useWidth<HTMLDivElement>(900);
  const [now] = useState(Date.now);
  const shown = runs.flatMap((run) => {
    if (run.startedAt === undefined) return [];
    const from = Date.parse(run.startedAt);
    return [{ run, from, to: from + (runDuration(run, Math.max(now, Date.now())) ?? 0) }];
  });
  const span = spanOf(shown, now);
  const rows = lanes(shown, ((span.to - span.from) / width) * 6);
  const rowCount = Math.min(MOST_ROWS, Math.max(0, ...rows) + 1);
  const height = rowCount * ROW + AXIS + 6;
  const x = (time: number): number => Math.round(place(span, time) * width * 10) / 10;
  return (
    <figure className="panel timeline" ref={ref}>
      <svg
        width={width}
        height={height}
        role="img"
        aria-label={`Timeline of ${shown.length} runs; the table below lists the same data`}
      >
        {ticks(span, Math.max(2, Math.floor(width / 110))).map(({ at, text }) => (
          <g key={at} className="timeline-tick">
            <line x1={x(at)} x2={x(at)} y1={0} y2={height - AXIS + 2} />
            <text
              x={x(at)}
              y={height - 6}
              textAnchor={x(at) > width - 30 ? 'end' : x(at) < 20 ? 'start' : 'middle'}
            >
              {text}
            </text>
          </g>
        ))}
        {shown.map(({ run, from, to }, index) => {
          const row = rows[index] ?? 0;
          if (row >= MOST_ROWS) return null;
          const { text, tone } = runLabel(run, waiting.has(run.id));
          return (
            <g key={run.id}>
              {/* biome-ignore lint/a11y/noStaticElementInteractions: the table has links to the same for the keyboard. */}
              <rect
                className="timeline-bar"
                data-tone={tone}
                data-open={run.state === 'running' || undefined}
                x={x(from)}
                y={row * ROW + 4}
                width={Math.max(4, x(to) - x(from))}
                height={BAR}
                rx={4}
                onClick={() => navigate(`/runs/${encodeURIComponent(run.id)}`)}
              >
                <title>{`${run.title ?? run.command ?? run.id}\n${text}, ${durationText(to - from)}`}</title>
              </rect>
              <text className="timeline-name" x={x(from) + 6} y={row * ROW + 4 + BAR - 5.5}>
                {shortened(run.title ?? run.command ?? '', (x(to) - x(from) - 12) / LETTER)}
              </text>
            </g>
          );
        })}
      </svg>
    </figure>
  );
}

/** As much as there is room for; a few letters alone tell nothing. */
function shortened(text: string, room: number): string {
  if (room < 5) return '';
  return text.length <= room ? text : `${text.slice(0, Math.floor(room) - 1)}…`;
}
