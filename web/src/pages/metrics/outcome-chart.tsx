import { useWidth } from '../use-width.js';
import { nameRoom } from './name-room.js';
import { outcomesOf, type TypeMetrics } from './type-metrics.js';

const ROW = 28;
const COUNT = 40;

/** How runs of each kind ended, as bars; the table behind it has the numbers. */
export function OutcomeChart({ types }: { readonly types: readonly TypeMetrics[] }) {
  const { ref, width } = useWidth<HTMLElement>(420);
  const shown = types.slice(0, 12);
  const most = Math.max(1, ...shown.map(({ count }) => count));
  const names = nameRoom(shown);
  const scale = Math.max(10, width - names - COUNT) / most;
  return (
    <figure className="panel chart" ref={ref}>
      <figcaption>
        <h2>Outcomes</h2>
        <p className="chart-legend soft">
          {parts.map(({ tone, title }) => (
            <span key={tone} data-tone={tone}>
              <i aria-hidden="true" /> {title}
            </span>
          ))}
        </p>
      </figcaption>
      <svg width={width} height={shown.length * ROW} aria-hidden="true">
        {shown.map((type, row) => {
          const outcomes = outcomesOf(type);
          let x = names;
          return (
            <g key={type.type} transform={`translate(0 ${row * ROW})`}>
              <text x={names - 10} y={18} textAnchor="end" className="chart-name">
                {type.type.length > 18 ? `${type.type.slice(0, 17)}…` : type.type}
              </text>
              {parts.map(({ key, tone }) => {
                const length = outcomes[key] * scale;
                const from = x;
                x += length;
                return length === 0 ? null : (
                  <rect
                    key={key}
                    className="timeline-bar"
                    data-tone={tone}
                    x={from}
                    y={6}
                    width={length}
                    height={16}
                  />
                );
              })}
              <text x={x + 8} y={18} className="chart-value">
                {type.count}
              </text>
            </g>
          );
        })}
      </svg>
      <OutcomeTable types={types} />
    </figure>
  );
}

const parts = [
  { key: 'succeeded', tone: 'good', title: 'succeeded' },
  { key: 'failed', tone: 'bad', title: 'failed' },
  { key: 'lost', tone: 'quiet', title: 'lost' },
  { key: 'running', tone: 'busy', title: 'running' },
] as const;

function OutcomeTable({ types }: { readonly types: readonly TypeMetrics[] }) {
  return (
    <details className="chart-table">
      <summary>As a table</summary>
      <table className="table">
        <thead>
          <tr>
            {['Kind', 'Succeeded', 'Failed', 'Lost', 'Running', 'Exit codes', 'Questions'].map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {types.map((type) => {
            const { succeeded, failed, lost, running } = outcomesOf(type);
            return (
              <tr key={type.type}>
                <th scope="row">{type.type}</th>
                <td>{succeeded}</td>
                <td>{failed}</td>
                <td>{lost}</td>
                <td>{running}</td>
                <td>{type.exitCodes.map(({ exitCode, count }) => `${exitCode}: ${count}×`).join(', ')}</td>
                <td>{type.prompts}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </details>
  );
}
