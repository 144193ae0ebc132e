import { useState } from 'react';
import type { Output } from '../../api/operations.js';
import { useQuery } from '../../api/query.js';
import { Button } from '../../components/button.js';
import { EmptyState } from '../../components/empty-state.js';
import { Problem } from '../../components/problem.js';
import { Spinner } from '../../components/spinner.js';
import { navigate, usePlace } from '../../router.js';
import { SpawnDialog } from './spawn-dialog.js';
import { WorkerCard } from './worker-card.js';
import './workers.css';

type Worker = Output<'worker.list'>['workers'][number];

/** Programs with names that live long: how they are, what they show, and what can be done with them. */
export function WorkersPage() {
  const { search } = usePlace();
  const tag = search.get('tag') ?? undefined;
  const [spawning, setSpawning] = useState(false);
  const { data, error, refresh } = useQuery('worker.list', {}, { on: ['worker_changed', 'run_exit'] });
  const workers = (data?.workers ?? []).filter(({ tags }) => tag === undefined || tags.includes(tag));
  return (
    <>
      <div className="page-head">
        <h1>Workers</h1>
        <Button look="main" onClick={() => setSpawning(true)}>
          Start a worker
        </Button>
      </div>
      <div className="stack">
        {error && <Problem error={error} />}
        {!data && !error && <Spinner label="Loading the workers" />}
        {data && <Tags workers={data.workers} chosen={tag} />}
        {workers.length > 0 && (
          <ul className="workers">
            {workers.map((worker) => (
              <li key={worker.name}>
                <WorkerCard worker={worker} onChange={refresh} />
              </li>
            ))}
          </ul>
        )}
        {data && workers.length === 0 && <NoWorkers tag={tag} />}
      </div>
      {spawning && <SpawnDialog onClose={() => setSpawning(false)} onStarted={refresh} />}
    </>
  );
}

function Tags({
  workers,
  chosen,
}: {
  readonly workers: readonly Worker[];
  readonly chosen: string | undefined;
}) {
  const tags = [...new Set(workers.flatMap((worker) => worker.tags))].sort();
  if (tags.length === 0) return null;
  const choose = (tag: string | undefined): void =>
    navigate(tag === undefined ? '/workers' : `/workers?tag=${encodeURIComponent(tag)}`, { replace: true });
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring its own looks for no gain.
    <div className="row" role="group" aria-label="Tags">
      <Button size="small" aria-pressed={chosen === undefined} onClick={() => choose(undefined)}>
        All
      </Button>
      {tags.map((tag) => (
        <Button key={tag} size="small" aria-pressed={chosen === tag} onClick={() => choose(tag)}>
          {tag}
        </Button>
      ))}
    </div>
  );
}

function NoWorkers({ tag }: { readonly tag: string | undefined }) {
  if (tag !== undefined)
    return (
      <EmptyState title="No worker has this tag">
        <p>
          Nothing is tagged <code>{tag}</code> now.
        </p>
      </EmptyState>
    );
  return (
    <EmptyState title="No workers">
      <p>
        A worker is a long-lived named program: a development server, a watcher, an agent in a separate
        worktree. It keeps running when you leave.
      </p>
      <p>
        Start one above, or in a shell: <code>mux spawn web -- npm run dev</code>
      </p>
    </EmptyState>
  );
}
