import type { Input } from '../../api/operations.js';
import { navigate } from '../../router.js';
import { hostText } from '../host-text.js';
import type { RunFacts } from './run-view.js';

/** Which runs are shown; all of it is in the address, so that a view can be kept or sent. */
export interface RunFilter {
  readonly text: string;
  readonly state: '' | 'running' | 'asks' | 'finished' | 'lost';
  readonly type: string;
  readonly host: string;
  readonly hours: number;
}

export function filterOf(search: URLSearchParams): RunFilter {
  const hours = Number(search.get('hours') ?? 0);
  return {
    text: search.get('text') ?? '',
    state: (search.get('state') ?? '') as RunFilter['state'],
    type: search.get('type') ?? '',
    host: search.get('host') ?? '',
    hours: Number.isFinite(hours) ? hours : 0,
  };
}

/** What the server filters by; words are looked for on the page. */
export function filterInput({ state, type, host, hours }: RunFilter): Input<'run.list'> {
  const known = state === 'asks' ? 'running' : state;
  return {
    ...(known !== '' && { state: [known] }),
    ...(type !== '' && { type }),
    ...(host !== '' && { host }),
    // By the minute, or every look at the page would be another question.
    ...(hours > 0 && { after: new Date(minute() - hours * 3_600_000).toISOString() }),
  };
}

function minute(): number {
  return Math.floor(Date.now() / 60_000) * 60_000;
}

export interface RunFiltersProps {
  readonly filter: RunFilter;
  /** What is offered is taken from these. */
  readonly runs: readonly RunFacts[];
}

export function RunFilters({ filter, runs }: RunFiltersProps) {
  const set = (name: keyof RunFilter) => (event: { readonly target: { readonly value: string } }) => {
    const search = new URLSearchParams(location.search);
    if (event.target.value === '') search.delete(name);
    else search.set(name, event.target.value);
    navigate(search.size === 0 ? '/runs' : `/runs?${search}`, { replace: true });
  };
  const types = distinct([filter.type, ...runs.map(({ type }) => type ?? '')]);
  const hosts = distinct([filter.host, ...runs.map(({ host }) => host)]);
  return (
    <search className="filters">
      <label className="field filters-text">
        Words
        <input
          className="input"
          type="search"
          value={filter.text}
          onChange={set('text')}
          placeholder="Command, id, tag"
        />
      </label>
      <label className="field">
        State
        <select className="input" value={filter.state} onChange={set('state')}>
          <option value="">Any</option>
          <option value="running">Running</option>
          <option value="asks">Waiting for input</option>
          <option value="finished">Finished</option>
          <option value="lost">Lost</option>
        </select>
      </label>
      <label className="field">
        Kind
        <select className="input" value={filter.type} onChange={set('type')}>
          <option value="">Any</option>
          {types.map((type) => (
            <option key={type}>{type}</option>
          ))}
        </select>
      </label>
      <label className="field">
        Host
        <select className="input" value={filter.host} onChange={set('host')}>
          <option value="">Any</option>
          {hosts.map((host) => (
            <option key={host} value={host}>
              {hostText(host)}
            </option>
          ))}
        </select>
      </label>
      <label className="field">
        Started
        <select className="input" value={filter.hours || ''} onChange={set('hours')}>
          <option value="">At any time</option>
          <option value="1">In the last hour</option>
          <option value="24">In the last day</option>
          <option value="168">In the last week</option>
        </select>
      </label>
    </search>
  );
}

function distinct(values: readonly string[]): readonly string[] {
  return [...new Set(values)].filter((value) => value !== '').sort();
}
