import { useEffect, useState } from 'react';
import { durationText } from '../../components/time.js';
import { bytesText } from '../runs/bytes-text.js';
import { readPrometheus, type Sample, total } from './read-prometheus.js';

/** What the server says of itself, as Prometheus would read it. */
export function ServerNumbers() {
  const samples = useSamples();
  const shown = numbers.flatMap(({ title, names, text }) => {
    const value = names.map((name) => total(samples, name)).find((one) => one !== undefined);
    return value === undefined ? [] : [{ title, value: text(value) }];
  });
  if (shown.length === 0) return null;
  return (
    <section className="stack" aria-label="The server">
      <h2>The server</h2>
      <dl className="tiles">
        {shown.map(({ title, value }) => (
          <div key={title} className="panel tile">
            <dt>{title}</dt>
            <dd className="number">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="soft">
        All metrics are at <code>/metrics</code>, in the format of Prometheus.
      </p>
    </section>
  );
}

const whole = (value: number): string => String(Math.round(value));

const numbers: readonly {
  readonly title: string;
  readonly names: readonly string[];
  readonly text: (value: number) => string;
}[] = [
  {
    title: 'Memory',
    names: ['process_resident_memory_bytes', 'muxwright_process_resident_memory_bytes'],
    text: bytesText,
  },
  {
    title: 'Runs for',
    names: ['process_start_time_seconds', 'muxwright_process_start_time_seconds'],
    text: (start) => durationText(Date.now() - start * 1_000),
  },
  {
    title: 'Event loop lag',
    names: ['nodejs_eventloop_lag_p99_seconds', 'muxwright_nodejs_eventloop_lag_p99_seconds'],
    text: (seconds) => durationText(seconds * 1_000),
  },
  { title: 'Connections', names: ['muxwright_connections'], text: whole },
  { title: 'tmux commands', names: ['muxwright_tmux_command_duration_seconds_count'], text: whole },
  {
    title: 'Requests',
    names: ['muxwright_http_requests_total', 'muxwright_http_request_duration_seconds_count'],
    text: whole,
  },
];

function useSamples(): readonly Sample[] {
  const [samples, setSamples] = useState<readonly Sample[]>([]);
  useEffect(() => {
    const stop = new AbortController();
    const load = async (): Promise<void> => {
      const response = await fetch('/metrics', {
        credentials: 'same-origin',
        headers: { accept: 'text/plain' },
        signal: stop.signal,
      });
      if (response.ok) setSamples(readPrometheus(await response.text()));
    };
    // Without them the rest of the page says enough.
    load().catch(() => undefined);
    return () => stop.abort();
  }, []);
  return samples;
}
