import { summary, type TypeMetrics } from './type-metrics.js';

/** The few numbers that say most. */
export function Tiles({ types }: { readonly types: readonly TypeMetrics[] }) {
  const { count, running, successRate, failed, prompts } = summary(types);
  const tiles = [
    { title: 'Runs', value: count },
    { title: 'Running now', value: running },
    { title: 'Succeeded', value: successRate === undefined ? '–' : `${Math.round(successRate * 100)} %` },
    { title: 'Failed', value: failed },
    { title: 'Questions', value: prompts },
  ];
  return (
    <dl className="tiles">
      {tiles.map(({ title, value }) => (
        <div key={title} className="panel tile">
          <dt>{title}</dt>
          <dd className="number">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
