import { useQuery } from '../../api/query.js';
import { Badge } from '../../components/badge.js';
import { EmptyState } from '../../components/empty-state.js';
import { Problem } from '../../components/problem.js';
import { Spinner } from '../../components/spinner.js';
import { Table } from '../../components/table.js';
import { Duration, Time } from '../../components/time.js';
import { Link } from '../../router.js';
import { hostText } from '../host-text.js';
import { bytesText } from '../runs/bytes-text.js';
import { type RunFacts, runDuration, runLabel } from '../runs/run-view.js';
import { type Recording, RecordingActions } from './recording-actions.js';
import './recordings.css';

/** What can be played: recordings, and runs from their logs. */
export function RecordingsPage() {
  const { data, error, refresh } = useQuery(
    'recording.list',
    {},
    { on: ['recording_started', 'recording_stopped'] },
  );
  const recordings = data?.recordings;
  const runs = useQuery('run.list', { limit: 50 }, { on: ['run_started', 'run_exit'] });
  const recorded = new Set((recordings ?? []).map(({ runId }) => runId));
  const others = (runs.data?.runs ?? []).filter(({ id, state }) => state !== 'running' && !recorded.has(id));
  const isEmpty = recordings?.length === 0 && runs.data && others.length === 0;
  return (
    <>
      <div className="page-head">
        <h1>Recordings</h1>
      </div>
      <div className="stack recordings">
        {error && <Problem error={error} />}
        {!recordings && !error && <Spinner label="Loading recordings" />}
        {recordings && recordings.length > 0 && (
          <Table
            label="Recordings"
            columns={recordingColumns(refresh)}
            rows={recordings}
            keyOf={({ id }) => id}
          />
        )}
        {others.length > 0 && (
          <>
            <h2>Runs that play from their log</h2>
            <Table
              label="Runs that play from their log"
              columns={runColumns}
              rows={others}
              keyOf={({ id }) => id}
            />
          </>
        )}
        {isEmpty && <NothingRecorded />}
      </div>
    </>
  );
}

function recordingColumns(refresh: () => void) {
  return [
    {
      title: 'State',
      cell: ({ state }: Recording) => (
        <Badge tone={state === 'recording' ? 'busy' : state === 'stopped' ? 'quiet' : 'waits'}>{state}</Badge>
      ),
    },
    {
      title: 'What',
      cell: ({ id, title, target }: Recording) => (
        <Link className="mono" to={`/recordings/${encodeURIComponent(id)}`}>
          {title ?? target}
        </Link>
      ),
    },
    {
      title: 'Host',
      cell: ({ host }: Recording) => <span className="soft host-cell">{hostText(host)}</span>,
    },
    { title: 'Begun', cell: ({ startedAt }: Recording) => <Time at={startedAt} /> },
    {
      title: 'Long',
      align: 'end' as const,
      cell: ({ state, startedAt, durationMs }: Recording) =>
        state === 'recording' ? <Duration since={startedAt} /> : <Duration ms={durationMs} />,
    },
    { title: 'Size', align: 'end' as const, cell: ({ bytes }: Recording) => bytesText(bytes) },
    {
      title: 'Actions',
      titleHidden: true,
      align: 'end' as const,
      cell: (recording: Recording) => <RecordingActions recording={recording} onChange={refresh} />,
    },
  ];
}

const runColumns = [
  {
    title: 'State',
    cell: (run: RunFacts) => {
      const { text, tone } = runLabel(run, false);
      return <Badge tone={tone}>{text}</Badge>;
    },
  },
  {
    title: 'Command',
    cell: ({ id, command, title }: RunFacts) => (
      <Link className="mono" to={`/recordings/${encodeURIComponent(id)}`}>
        {title ?? command ?? id}
      </Link>
    ),
  },
  { title: 'Host', cell: ({ host }: RunFacts) => <span className="soft host-cell">{hostText(host)}</span> },
  { title: 'Started', cell: ({ startedAt }: RunFacts) => startedAt && <Time at={startedAt} /> },
  {
    title: 'Took',
    align: 'end' as const,
    cell: (run: RunFacts) => {
      const ms = runDuration(run, Date.now());
      return ms === undefined ? '–' : <Duration ms={ms} />;
    },
  },
];

function NothingRecorded() {
  return (
    <EmptyState title="No recordings yet">
      <p>
        Every run can be played after it has ended. You can record any pane, including those you did not
        start: <code>mux record %7 --out demo.cast</code>
      </p>
      <p>
        <Link to="/runs">Start a run</Link>
      </p>
    </EmptyState>
  );
}
