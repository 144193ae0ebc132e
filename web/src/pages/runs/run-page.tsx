import { useEffect, useState } from 'react';
import { runState } from '../../../../src/model/states.js';
import { useQuery } from '../../api/query.js';
import { Badge } from '../../components/badge.js';
import { EmptyState } from '../../components/empty-state.js';
import { Problem } from '../../components/problem.js';
import { Spinner } from '../../components/spinner.js';
import { toastError } from '../../components/toast.js';
import { Link } from '../../router.js';
import { downloadLog } from './download-log.js';
import { LogView } from './log-view.js';
import { RunActions } from './run-actions.js';
import { RunFactsList } from './run-facts-list.js';
import { RunQuestion } from './run-question.js';
import { useRunLog } from './use-run-log.js';
import './runs.css';

/** One run: what it does, its question, its output as it comes. */
export function RunPage({ params }: { readonly params: Readonly<Record<string, string>> }) {
  const id = params.id ?? '';
  const status = useQuery(
    'run.status',
    { run: id },
    { on: ['run_status', 'run_prompt', 'run_exit', 'run_fault'] },
  );
  const log = useRunLog(id);
  const [download, setDownload] = useState(false);
  const { data, error, refresh } = status;
  // The log is the first source that reports the end.
  useEffect(() => {
    if (log.ended) refresh();
  }, [log.ended, refresh]);
  if (!data) {
    if (error?.code === 'RUN_NOT_FOUND') return <NoSuchRun id={id} />;
    return error ? <Problem error={error} /> : <Spinner label="Loading the run" />;
  }
  const { text, tone } = runState(data);
  const title = data.title ?? data.command ?? id;
  const save = async (): Promise<void> => {
    setDownload(true);
    await downloadLog(id, `${id}.log`).catch(toastError);
    setDownload(false);
  };
  return (
    <>
      <div className="page-head run-head">
        <p className="crumbs">
          <Link to="/runs">Runs</Link>
        </p>
        <h1 className="mono run-title">{title}</h1>
        <Badge tone={tone}>{text}</Badge>
        <RunActions id={id} host={data.host} paneId={data.paneId} running={data.state !== 'finished'} />
      </div>
      <div className="run-layout">
        <div className="stack">
          {error && <Problem error={error} />}
          {data.state === 'waiting-for-input' && !data.idle && (
            <RunQuestion
              id={id}
              prompt={data.prompt ?? ''}
              question={data.question}
              fingerprint={data.fingerprint}
              kind={data.kind}
              options={data.options}
              refresh={refresh}
            />
          )}
          {log.error && <LogProblem error={log.error} />}
          <LogView
            label={`Output of ${title}`}
            lines={log.lines}
            first={log.dropped}
            live={!log.ended}
            {...(!download && { onDownload: () => void save() })}
            empty={log.ended ? <NoOutput id={id} /> : 'No output yet.'}
          />
        </div>
        <RunFactsList run={{ ...data, id }} />
      </div>
    </>
  );
}

function LogProblem({
  error,
}: {
  readonly error: Parameters<typeof Problem>[0]['error'] & { readonly status: number };
}) {
  if (error.status === 0) return null;
  return <Problem error={error} />;
}

/** A run that printed nothing and one whose log is gone look the same from afar. */
function NoOutput({ id }: { readonly id: string }) {
  const { error } = useQuery('run.output', { run: id });
  if (error?.code !== 'LOG_UNAVAILABLE') return <p>No output.</p>;
  return (
    <>
      <p>The log of this run no longer exists.</p>
      <p className="faint">{error.suggestion}</p>
    </>
  );
}

function NoSuchRun({ id }: { readonly id: string }) {
  return (
    <EmptyState title="Run not found">
      <p>
        The run <code>{id}</code> is not in the store. It may have been pruned, with its log.{' '}
        <Link to="/runs">All runs</Link>
      </p>
    </EmptyState>
  );
}
