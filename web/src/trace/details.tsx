import { type ReactNode, useState } from 'react';
import type { Trace, TracedTerminal, TraceEntry } from '../../../src/trace/trace-schema.js';

export interface DetailsProps {
  readonly trace: Trace;
  readonly entry: TraceEntry | undefined;
  readonly terminal: TracedTerminal | undefined;
}

const tabs = ['Call', 'Kernel', 'Output', 'Source', 'About'] as const;

type Tab = (typeof tabs)[number];

/** All that is known of an entry, and of what was around it. */
export function Details({ trace, entry, terminal }: DetailsProps) {
  const [tab, setTab] = useState<Tab>('Call');
  return (
    <aside className="details">
      <div className="details-tabs" role="tablist" aria-label="Details">
        {tabs.map((name) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`tab-${name}`}
            aria-selected={tab === name}
            aria-controls="details-panel"
            className="details-tab"
            onClick={() => setTab(name)}
          >
            {name}
          </button>
        ))}
      </div>
      <div
        className="details-panel"
        role="tabpanel"
        id="details-panel"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keys.
        tabIndex={0}
        aria-labelledby={`tab-${tab}`}
      >
        {tab === 'Call' && entry && <Call entry={entry} />}
        {tab === 'Kernel' && <Kernel entry={entry} terminal={terminal} />}
        {tab === 'Output' && <Output entry={entry} terminal={terminal} />}
        {tab === 'Source' && <Source trace={trace} entry={entry} />}
        {tab === 'About' && <About trace={trace} />}
      </div>
    </aside>
  );
}

function Facts({ children }: { readonly children: ReactNode }) {
  return <dl className="facts">{children}</dl>;
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

function Call({ entry }: { readonly entry: TraceEntry }) {
  const {
    id,
    name,
    detail,
    source,
    at,
    endAt,
    outcome,
    expected,
    received,
    locator,
    receipt,
    looks,
    message,
    hints,
  } = entry;
  return (
    <>
      <h2>
        #{id} {name} <span className="mono">{detail}</span>
      </h2>
      <Facts>
        <Fact name="Outcome">{outcome ?? 'unknown'}</Fact>
        <Fact name="Time">
          from {at} ms{endAt === undefined ? '' : `, ${Math.round((endAt - at) * 10) / 10} ms long`}
        </Fact>
        {source && <Fact name="Source">{source}</Fact>}
        {locator && (
          <Fact name="Locator">
            <ol className="stages">
              {locator.stages.map((stage, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the same stage may stand there twice.
                <li key={index}>
                  <span className="mono">{stage.description}</span>: {stage.count}
                </li>
              ))}
            </ol>
            {locator.nearest && <>nearest {locator.nearest}</>}
          </Fact>
        )}
        {expected !== undefined && (
          <Fact name="Expected">
            <pre>{expected}</pre>
          </Fact>
        )}
        {received !== undefined && (
          <Fact name="Received">
            <pre>{received}</pre>
          </Fact>
        )}
        {receipt && <Fact name="Receipt">{receiptText(receipt)}</Fact>}
        {hints && hints.length > 0 && (
          <Fact name="Hints">
            <ul>
              {hints.map((hint) => (
                <li key={hint}>{hint}</li>
              ))}
            </ul>
          </Fact>
        )}
      </Facts>
      {message && <pre className="message">{message}</pre>}
      {looks && looks.length > 0 && (
        <table className="looks">
          <caption>What woke each look</caption>
          <tbody>
            {looks.map((look) => (
              <tr key={look.at}>
                <td>{look.at} ms</td>
                <td>{look.wake}</td>
                <td>{look.pass ? 'holds' : 'does not hold'}</td>
                <td className="mono">{look.pass && entry.kind === 'action' ? '' : look.received}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}

function receiptText({
  bytes,
  readAfterMs,
  paintedAfterMs,
  echoed,
}: NonNullable<TraceEntry['receipt']>): string {
  return [
    `${bytes} byte${bytes === 1 ? '' : 's'}`,
    ...(readAfterMs === undefined ? [] : [`read after ${readAfterMs} ms`]),
    ...(paintedAfterMs === undefined ? [] : [`first output after ${paintedAfterMs} ms`]),
    ...(echoed ? ['echoed'] : []),
  ].join(', ');
}

function Kernel({ entry, terminal }: Pick<DetailsProps, 'entry' | 'terminal'>) {
  const verdicts = terminal?.verdicts ?? [];
  if (verdicts.length === 0) return <p>The kernel was not asked.</p>;
  const isDuring = (at: number, until: number): boolean =>
    entry !== undefined && until >= entry.at && at <= (entry.endAt ?? Number.POSITIVE_INFINITY);
  return (
    <table className="looks">
      <caption>What the kernel said; marked: during #{entry?.id}</caption>
      <tbody>
        {verdicts.map(({ at, until, state, kind, confidence, reason }) => (
          <tr key={at} data-during={isDuring(at, until) || undefined}>
            <td>{at} ms</td>
            <td>
              {state}
              {kind ? ` for a ${kind}` : ''}
            </td>
            <td>{confidence}</td>
            <td>{reason}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const MOST_OUTPUT = 200_000;

function Output({ entry, terminal }: Pick<DetailsProps, 'entry' | 'terminal'>) {
  const text = (terminal?.output ?? []).map(([, data]) => data).join('');
  const [from, to] = entry?.output ?? [0, 0];
  const begin = Math.max(0, from - MOST_OUTPUT / 2);
  return (
    <>
      <p className="details-note">
        {to - from} of {text.length} characters came during #{entry?.id}. Sequences are written as escapes.
      </p>
      <pre className="raw">
        {escaped(text.slice(begin, from))}
        <mark>{escaped(text.slice(from, to).slice(0, MOST_OUTPUT))}</mark>
        {escaped(text.slice(to, to + MOST_OUTPUT / 2))}
      </pre>
    </>
  );
}

function escaped(text: string): string {
  return text.replaceAll(/[\x00-\x09\x0b-\x1f\x7f-\x9f]/g, (letter) =>
    letter === '\x1b'
      ? '␛'
      : letter === '\r'
        ? '␍'
        : `\\x${letter.charCodeAt(0).toString(16).padStart(2, '0')}`,
  );
}

function Source({ trace, entry }: Pick<DetailsProps, 'trace' | 'entry'>) {
  const [, file = '', number = '0'] = /^(.*):(\d+)$/.exec(entry?.source ?? '') ?? [];
  const text = trace.sources[file];
  if (text === undefined) return <p>The source of #{entry?.id} is not known.</p>;
  const at = Number(number);
  const lines = text.split('\n');
  const from = Math.max(0, at - 30);
  return (
    <>
      <p className="details-note">{file}</p>
      <ol className="source" start={from + 1}>
        {lines.slice(from, at + 30).map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line is its number.
          <li key={index} data-current={from + index + 1 === at || undefined}>
            <code>{line || ' '}</code>
          </li>
        ))}
      </ol>
    </>
  );
}

function About({ trace }: Pick<DetailsProps, 'trace'>) {
  const { versions, platform, environment, commit, startedAt, terminals, test, error } = trace;
  return (
    <>
      <Facts>
        <Fact name="Test">{test.name}</Fact>
        <Fact name="Started">{startedAt}</Fact>
        {terminals.map(({ command, host, exit }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: terminals keep their order.
          <Fact key={index} name={`Terminal ${index + 1}`}>
            <span className="mono">{command}</span> on {host}
            {exit
              ? `, ended${exit.code === undefined ? '' : ` with code ${exit.code}`} at ${exit.at} ms`
              : ''}
          </Fact>
        ))}
        {Object.entries(versions).map(([name, version]) => (
          <Fact key={name} name={name}>
            {version}
          </Fact>
        ))}
        <Fact name="Platform">{platform}</Fact>
        {commit && <Fact name="Commit">{commit}</Fact>}
        <Fact name="Environment">
          <pre>
            {Object.entries(environment)
              .map(([name, value]) => `${name}=${value}`)
              .join('\n')}
          </pre>
        </Fact>
      </Facts>
      {error && <pre className="message">{error}</pre>}
    </>
  );
}
