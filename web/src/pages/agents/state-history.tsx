import { useEffect, useState } from 'react';
import { agentState } from '../../../../src/model/states.js';
import { call } from '../../api/call.js';
import { feed } from '../../api/events.js';
import { durationText, Time } from '../../components/time.js';
import { useWidth } from '../use-width.js';
import { changeOf, type StateChange, stretches } from './agent-view.js';

export interface StateHistoryProps {
  readonly agent: string;
  /** How it is now, for the time since the last change that is known. */
  readonly now: { readonly state: string; readonly since: string };
}

/** What an agent did when: a band of colours, and the last changes in words. */
export function StateHistory({ agent, now }: StateHistoryProps) {
  const changes = useChanges(agent);
  const { ref, width } = useWidth<HTMLElement>(260);
  const all = stretches([...changes, { at: now.since, state: now.state }], Date.now());
  const begin = all[0]?.from ?? 0;
  const end = all.at(-1)?.to ?? 1;
  const x = (time: number): number => ((time - begin) / Math.max(1, end - begin)) * width;
  return (
    <section className="panel history" aria-label="State history" ref={ref}>
      <h2>History</h2>
      <svg width={width} height={14} aria-hidden="true">
        {all.map(({ state, from, to }) => (
          <rect
            key={`${from} ${state}`}
            className="timeline-bar"
            data-tone={agentState(state).tone}
            x={x(from)}
            width={Math.max(1, x(to) - x(from))}
            height={14}
          />
        ))}
      </svg>
      <ol>
        {all
          .slice(-8)
          .toReversed()
          .map(({ state, from, to }) => (
            <li key={`${from} ${state}`}>
              <span data-tone={agentState(state).tone} className="history-state">
                {agentState(state).text}
              </span>
              <span className="soft number">{durationText(to - from)}</span>
              <span className="faint">
                <Time at={new Date(from)} />
              </span>
            </li>
          ))}
      </ol>
    </section>
  );
}

/** Changes of state that the journal has, and those that come. */
function useChanges(agent: string): readonly StateChange[] {
  const [changes, setChanges] = useState<readonly StateChange[]>([]);
  useEffect(() => {
    const stop = new AbortController();
    const load = async (): Promise<void> => {
      const input = { types: ['state_changed' as const], target: agent, limit: 1_000 };
      const { events } = await call('event.list', input, stop.signal);
      setChanges(events.flatMap((event) => changeOf(event) ?? []));
    };
    // By default only the current state is shown.
    const look = (): void => void load().catch(() => undefined);
    look();
    const off = feed.on(['state_changed', 'again'], look);
    return () => {
      off();
      stop.abort();
    };
  }, [agent]);
  return changes;
}
