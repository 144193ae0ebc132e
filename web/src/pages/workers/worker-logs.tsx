import { useQuery } from '../../api/query.js';
import { Problem } from '../../components/problem.js';
import { LogView } from '../runs/log-view.js';

/** The last lines that a worker printed, also after its end. */
export function WorkerLogs({ name }: { readonly name: string }) {
  const { data, error } = useQuery('worker.logs', { name, tail: 1_000 }, { on: ['worker_changed'] });
  if (error && !data) return <Problem error={error} />;
  return (
    <LogView
      label={`Log of ${name}`}
      lines={data?.lines ?? []}
      live={false}
      empty={data ? 'No output.' : 'Loading'}
    />
  );
}
