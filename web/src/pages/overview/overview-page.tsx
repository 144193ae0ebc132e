import { useQuery } from '../../api/query.js';
import { Problem } from '../../components/problem.js';
import { Spinner } from '../../components/spinner.js';

export function OverviewPage() {
  const { data, error } = useQuery('pane.list', {}, { on: ['sessions'] });
  return (
    <>
      <div className="page-head">
        <h1>Overview</h1>
      </div>
      {error && <Problem error={error} />}
      {!data && !error && <Spinner />}
      <ul>
        {data?.sessions.map(({ id, name }) => (
          <li key={id}>{name}</li>
        ))}
      </ul>
    </>
  );
}
