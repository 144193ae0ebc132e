import { useState } from 'react';
import type { Output } from '../../api/operations.js';
import { useQuery } from '../../api/query.js';
import { Button } from '../../components/button.js';
import { Problem } from '../../components/problem.js';
import { Spinner } from '../../components/spinner.js';
import { Duration, Time } from '../../components/time.js';
import { Link } from '../../router.js';
import { hostText } from '../host-text.js';
import { bytesText } from './bytes-text.js';

type RunStatus = Output<'run.status'>;

/** What is known of a run, and how. */
export function RunFactsList({ run }: { readonly run: RunStatus }) {
  const [why, setWhy] = useState(false);
  const facts = factsOf(run).filter(([, value]) => value !== undefined && value !== '');
  return (
    <aside className="panel facts" aria-label="About this run">
      <dl>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {run.title !== undefined && (
        <details className="script">
          <summary>Script</summary>
          <pre className="mono">{run.command}</pre>
        </details>
      )}
      <Button size="small" aria-expanded={why} onClick={() => setWhy(!why)}>
        How is this known?
      </Button>
      {why && <Signals id={run.id} />}
    </aside>
  );
}

function factsOf(run: RunStatus) {
  const { startedAt, finishedAt } = run;
  return [
    ['State', stateText(run)],
    ['Seen by', `${run.source}, ${run.confidence}`],
    ['Exit code', run.code],
    ['Signal', run.signal],
    ['Host', hostText(run.host)],
    ['Started', startedAt && <Time key="started" at={startedAt} />],
    ['Took', startedAt && <Took key="took" from={startedAt} to={finishedAt} />],
    ['Time limit', run.timeLimitMs ? <Duration key="limit" ms={run.timeLimitMs} /> : undefined],
    ['Folder', run.cwd && <code key="cwd">{run.cwd}</code>],
    ['Kind', run.type],
    ['Tags', run.tags?.join(', ')],
    ['Questions', run.prompts || undefined],
    ['Log', run.bytes ? bytesText(run.bytes) : undefined],
    [
      'Retry of',
      run.retryOf && (
        <Link to={`/runs/${encodeURIComponent(run.retryOf)}`}>{`attempt ${(run.attempt ?? 2) - 1}`}</Link>
      ),
    ],
    ['Id', <code key="id">{run.id}</code>],
  ] as const;
}

function Took({ from, to }: { readonly from: string; readonly to: string | undefined }) {
  return to === undefined ? <Duration since={from} /> : <Duration ms={Date.parse(to) - Date.parse(from)} />;
}

function stateText({ state, timedOut, notRun, lost }: RunStatus): string {
  if (lost) return 'lost: its end was not observed';
  if (notRun) return 'was not started';
  if (timedOut) return 'timed out';
  return state === 'waiting-for-input' ? 'waits for input' : state;
}

/** Every sign that was looked at, in the order of its weight. */
function Signals({ id }: { readonly id: string }) {
  const { data, error } = useQuery(
    'run.explain',
    { run: id },
    { on: ['run_status', 'run_prompt', 'run_exit'] },
  );
  if (error) return <Problem error={error} />;
  if (!data) return <Spinner label="Looking" />;
  return (
    <ol className="signals">
      {data.signals.map(({ source, says, confidence, detail }) => (
        <li key={source} data-says={says}>
          <strong>{source}</strong> <span className="soft">{says === 'nothing' ? 'says nothing' : says}</span>
          {confidence && <span className="faint"> {confidence}</span>}
          <p className="faint">{detail}</p>
        </li>
      ))}
    </ol>
  );
}
