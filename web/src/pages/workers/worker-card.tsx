import { useState } from 'react';
import { workerState } from '../../../../src/model/states.js';
import type { Output } from '../../api/operations.js';
import { Badge } from '../../components/badge.js';
import { Button } from '../../components/button.js';
import { Duration, Time } from '../../components/time.js';
import { address, Link } from '../../router.js';
import { Thumbnail } from '../../screens/thumbnail.js';
import { hostText } from '../host-text.js';
import { placeOfPane } from '../overview/pane-place.js';
import { useHostTree } from '../overview/use-host-tree.js';
import { ScreenLook } from '../screen-look.js';
import { WorkerActions } from './worker-actions.js';
import { WorkerLogs } from './worker-logs.js';

type Worker = Output<'worker.list'>['workers'][number];

export interface WorkerCardProps {
  readonly worker: Worker;
  readonly onChange: () => void;
}

export function WorkerCard({ worker, onChange }: WorkerCardProps) {
  const [open, setOpen] = useState<'peek' | 'logs' | undefined>(undefined);
  const { name, state } = worker;
  const { text, tone } = workerState(worker);
  const toggle = (what: 'peek' | 'logs') => () => setOpen(open === what ? undefined : what);
  return (
    <article className="panel worker" aria-label={name}>
      <header className="worker-head">
        <h2>{name}</h2>
        <Badge tone={tone}>{text}</Badge>
        <span className="soft">
          {state === 'running' ? (
            <Duration since={worker.startedAt} />
          ) : (
            worker.stoppedAt && <Time at={worker.stoppedAt} />
          )}
        </span>
        {worker.tags.map((tag) => (
          <Link key={tag} className="tag" to={address('/workers', { tag })}>
            {tag}
          </Link>
        ))}
      </header>
      <p className="mono cut worker-command" title={worker.command}>
        {worker.command}
      </p>
      <WorkerScreen worker={worker} />
      <p className="faint cut worker-place">
        {[
          hostText(worker.host),
          worker.cwd,
          worker.worktree && `branch ${worker.worktree.branch}`,
          respawns(worker),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {worker.reason && <p className="soft">{worker.reason}</p>}
      <div className="row">
        <Button
          size="small"
          aria-expanded={open === 'peek'}
          disabled={state !== 'running'}
          onClick={toggle('peek')}
        >
          Peek
        </Button>
        <Button size="small" aria-expanded={open === 'logs'} onClick={toggle('logs')}>
          Log
        </Button>
        {state === 'running' && (
          <Link
            className="button button-small"
            to={address('/pane', { target: worker.paneId ?? name, host: worker.host })}
          >
            Terminal
          </Link>
        )}
        <WorkerActions worker={worker} onChange={onChange} />
      </div>
      {open === 'peek' && (
        <ScreenLook target={worker.paneId ?? name} host={worker.host} label={`Screen of ${name}`} />
      )}
      {open === 'logs' && <WorkerLogs name={name} />}
    </article>
  );
}

/** Its screen as it is now, which leads to its terminal. */
function WorkerScreen({ worker: { name, host, paneId, state } }: Pick<WorkerCardProps, 'worker'>) {
  const { data } = useHostTree(host);
  const place = data && paneId !== undefined ? placeOfPane(data.sessions, paneId) : undefined;
  if (!place || state !== 'running') return null;
  const { window, pane } = place;
  return (
    <Link className="worker-screen" to={address('/pane', { target: pane.id, host })}>
      <span className="hidden-text">Screen of {name}</span>
      <Thumbnail host={host} windowId={window.id} paneId={pane.id} columns={pane.width} />
    </Link>
  );
}

function respawns({ respawns: count }: Worker): string | undefined {
  return count === 0 ? undefined : `restarted ${count === 1 ? 'once' : `${count} times`}`;
}
