import { useState } from 'react';
import type { Output } from '../../api/operations.js';
import { useQuery } from '../../api/query.js';
import { Badge } from '../../components/badge.js';
import { Button } from '../../components/button.js';
import { Time } from '../../components/time.js';
import { hostText } from '../host-text.js';
import { StateHistory } from './state-history.js';

export interface AgentAsideProps {
  readonly id: string;
  readonly status: Output<'agent.status'>;
}

/** How the state is known, how it was before, and whether the program lives. */
export function AgentAside({ id, status }: AgentAsideProps) {
  const [why, setWhy] = useState(false);
  const { agent } = status;
  const facts = [
    ['Since', <Time key="since" at={status.since} />],
    ['Known by', `${status.source}, ${status.confidence}`],
    ['Program', status.profile],
    ['Host', hostText(status.host)],
    ['Pane', <code key="pane">{status.paneId}</code>],
    ['Folder', agent?.cwd && <code>{agent.cwd}</code>],
    ['Session', agent?.sessionId && <code>{agent.sessionId}</code>],
    ['Started', agent && <Time at={agent.startedAt} />],
  ] as const;
  return (
    <aside className="stack" aria-label="About this agent">
      <section className="panel facts" aria-label="State">
        <dl>
          {facts
            .filter(([, value]) => value !== undefined && value !== '')
            .map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
        </dl>
        <Button size="small" aria-expanded={why} onClick={() => setWhy(!why)}>
          How is this known?
        </Button>
        {why && (
          <>
            <p className="soft">{status.detail}</p>
            <ol className="signals">
              {status.signals.map(({ source, said, role }) => (
                <li key={`${source} ${said}`}>
                  <strong>{source}</strong> <span className="faint">{role}</span>
                  <p className="soft">{said}</p>
                </li>
              ))}
            </ol>
          </>
        )}
      </section>
      <Health id={id} />
      <StateHistory agent={agent?.id ?? id} now={status} />
    </aside>
  );
}

function Health({ id }: { readonly id: string }) {
  const { data, error } = useQuery(
    'agent.health',
    { target: id },
    { on: ['commander_availability', 'state_changed'] },
  );
  return (
    <section className="panel health" aria-label="Health">
      <h2>Health</h2>
      {error && <p className="soft">{error.message}</p>}
      {data && (
        <>
          <Badge tone={healthOf(data).tone}>{healthOf(data).text}</Badge>
          {data.evidence && <p className="faint">{data.evidence}</p>}
        </>
      )}
    </section>
  );
}

function healthOf({ available, running, dead }: Output<'agent.health'>) {
  if (!available) return { tone: 'bad', text: 'its pane no longer exists' } as const;
  if (dead) return { tone: 'bad', text: 'its program has ended' } as const;
  if (running) return { tone: 'good', text: 'runs in its pane' } as const;
  return { tone: 'waits', text: 'another program runs in its pane' } as const;
}
