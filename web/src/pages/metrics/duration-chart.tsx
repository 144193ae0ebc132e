import { durationText } from '../../components/time.js';
import { useWidth } from '../use-width.js';
import { nameRoom } from './name-room.js';
import { logPlace, type TypeMetrics } from './type-metrics.js';

const ROW = 28;
const AXIS = 22;

type Timed = TypeMetrics & { readonly durationMs: NonNullable<TypeMetrics['durationMs']> };

/** How long runs of each kind took: from the shortest to the longest, the median marked. */
export function DurationChart({ types }: { readonly types: readonly TypeMetrics[] }) {
  const { ref, width } = useWidth<HTMLElement>(420);
  const timed = types.filter((type): type is Timed => type.durationMs !== undefined);
  const shown = timed.slice(0, 12);
  if (shown.length === 0) return null;
  const least = Math.min(...shown.map(({ durationMs }) => durationMs.min)) / 1.3;
  const most = Math.max(...shown.map(({ durationMs }) => durationMs.max), least * 10) * 1.1;
  const names = nameRoom(shown);
  const room = width - names - 24;
  const x = (ms: number): number => names + logPlace(ms, least, most) * room;
  const powers = ticksBetween(least, most);
  const height = shown.length * ROW;
  return (
    <figure className="panel chart" ref={ref}>
      <figcaption>
        <h2>Durations</h2>
        <p className="soft">Line: shortest to longest. Bar: up to p95. Mark: median.</p>
      </figcaption>
      <svg width={width} height={height + AXIS} aria-hidden="true">
        {powers.map((ms) => (
          <g key={ms} className="timeline-tick">
            <line x1={x(ms)} x2={x(ms)} y1={0} y2={height} />
            <text x={x(ms)} y={height + 15} textAnchor="middle">
              {durationText(ms).replace(/\.0| 0 (?:s|min)$/, '')}
            </text>
          </g>
        ))}
        {shown.map(({ type, durationMs: { min, median, p95, max } }, row) => (
          <g key={type} transform={`translate(0 ${row * ROW})`}>
            <text x={names - 10} y={18} textAnchor="end" className="chart-name">
              {type.length > 18 ? `${type.slice(0, 17)}…` : type}
            </text>
            <line className="chart-whisker" x1={x(min)} x2={Math.max(x(max), x(min) + 3)} y1={14} y2={14} />
            <rect
              className="timeline-bar"
              data-tone="busy"
              x={x(min)}
              y={9}
              width={Math.max(3, x(p95) - x(min))}
              height={10}
              rx={2}
            />
            <rect className="chart-median" x={x(median) - 1.5} y={5} width={3} height={18} />
          </g>
        ))}
      </svg>
      <DurationTable types={timed} />
    </figure>
  );
}

/** Powers of ten, and numbers between them where those would be few. */
function ticksBetween(least: number, most: number): readonly number[] {
  const inside = (values: readonly number[]) => values.filter((ms) => ms > least && ms < most);
  const powers = inside([1, 10, 100, 1_000, 10_000, 60_000, 600_000, 3_600_000, 36_000_000]);
  if (powers.length > 3) return powers;
  return inside([
    1, 3, 10, 30, 100, 300, 1_000, 3_000, 10_000, 30_000, 60_000, 180_000, 600_000, 1_800_000, 3_600_000,
    36_000_000,
  ]);
}

function DurationTable({ types }: { readonly types: readonly Timed[] }) {
  return (
    <details className="chart-table">
      <summary>As a table</summary>
      <table className="table">
        <thead>
          <tr>
            {['Kind', 'Shortest', 'Median', 'p95', 'Longest'].map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {types.map(({ type, durationMs: { min, median, p95, max } }) => (
            <tr key={type}>
              <th scope="row">{type}</th>
              {[min, median, p95, max].map((ms, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: four columns, always the same.
                <td key={index}>{durationText(ms)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
