import { Badge } from '../../components/badge.js';
import { Duration, Time } from '../../components/time.js';
import { Link } from '../../router.js';
import { hostText } from '../host-text.js';
import { type RunFacts, runLabel, runsByDay } from './run-view.js';

export interface RunTableProps {
  readonly runs: readonly RunFacts[];
  /** Ids of those that ask something. */
  readonly waiting: ReadonlySet<string>;
}

/** Runs by the day they started on. */
export function RunTable({ runs, waiting }: RunTableProps) {
  return (
    <section className="table-frame" aria-label="Runs">
      <table className="table run-table">
        <caption className="hidden-text">Runs, newest first</caption>
        <thead>
          <tr>
            <th scope="col">State</th>
            <th scope="col">Command</th>
            <th scope="col">Host</th>
            <th scope="col">Started</th>
            <th scope="col" data-align="end">
              Took
            </th>
          </tr>
        </thead>
        {runsByDay(runs, Date.now()).map(({ title, runs: members }) => (
          <tbody key={title}>
            <tr className="run-day">
              <th scope="rowgroup" colSpan={5}>
                {title} <span className="faint">{members.length}</span>
              </th>
            </tr>
            {members.map((run) => (
              <Row key={run.id} run={run} waiting={waiting.has(run.id)} />
            ))}
          </tbody>
        ))}
      </table>
    </section>
  );
}

function Row({ run, waiting }: { readonly run: RunFacts; readonly waiting: boolean }) {
  const { text, tone } = runLabel(run, waiting);
  return (
    <tr>
      <td>
        <Badge tone={tone}>{text}</Badge>
      </td>
      <td className="run-command">
        <Link to={`/runs/${encodeURIComponent(run.id)}`} className="mono">
          {run.title ?? run.command ?? run.id}
        </Link>
        {(run.tags ?? []).map((tag) => (
          <span key={tag} className="tag">
            {tag}
          </span>
        ))}
      </td>
      <td className="soft host-cell">{hostText(run.host)}</td>
      <td className="soft">{run.startedAt && <Time at={run.startedAt} />}</td>
      <td data-align="end">
        <Took run={run} />
      </td>
    </tr>
  );
}

function Took({ run }: { readonly run: RunFacts }) {
  if (run.startedAt === undefined) return <span className="faint">–</span>;
  if (run.state === 'running') return <Duration since={run.startedAt} />;
  if (run.finishedAt === undefined) return <span className="faint">–</span>;
  return <Duration ms={Date.parse(run.finishedAt) - Date.parse(run.startedAt)} />;
}
