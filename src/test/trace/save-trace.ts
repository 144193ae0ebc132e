import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { packTrace, type Trace, traceCast, traceFiles, traceMarkdown } from '../../trace/index.js';
import { buildTrace, type TraceDetail, type TraceFacts } from './build-trace.js';
import { junitReport } from './junit-report.js';
import type { TerminalTrace } from './terminal-trace.js';
import type { TraceRedaction } from './trace-redaction.js';

/** A trace that was written. */
export interface SavedTrace {
  readonly trace: Trace;
  readonly folder: string;
  /** The page, where the viewer was built. */
  readonly page: string | undefined;
}

/** Writes the files of a trace, with as much in them as their budget allows. */
export async function saveTrace(
  facts: TraceFacts,
  terminals: readonly TerminalTrace[],
  redaction: TraceRedaction,
  { folder, maxBytes }: { readonly folder: string; readonly maxBytes: number },
): Promise<SavedTrace> {
  const viewer = await readViewer();
  const withSources = { ...facts, sources: await sourcesOf(terminals) };
  for (const [at, detail] of LEVELS.entries()) {
    const trace = buildTrace(withSources, terminals, redaction, detail);
    const files = filesOf(trace, viewer);
    const bytes = files.reduce((sum, [, text]) => sum + Buffer.byteLength(text), 0);
    if (bytes > maxBytes && at < LEVELS.length - 1) continue;
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true });
    for (const [name, text] of files) await writeFile(join(folder, name), text, { mode: 0o600 });
    return { trace, folder, page: viewer === undefined ? undefined : join(folder, traceFiles.page) };
  }
  throw new Error('There is no level of detail.');
}

/** What is left out first: frames between steps, then the middle of floods, then the middle of the test. */
const LEVELS: readonly TraceDetail[] = [
  { between: true, output: 1_500_000, entries: 2_000 },
  { between: false, output: 1_500_000, entries: 2_000 },
  { between: false, output: 250_000, entries: 2_000 },
  { between: false, output: 50_000, entries: 500 },
  { between: false, output: 20_000, entries: 50 },
  { between: false, output: 5_000, entries: 5 },
];

function filesOf(trace: Trace, viewer: string | undefined): (readonly [name: string, text: string])[] {
  return [
    ...(viewer === undefined ? [] : [[traceFiles.page, packTrace(viewer, trace)] as const]),
    [traceFiles.markdown, traceMarkdown(trace)],
    [traceFiles.json, `${JSON.stringify(trace)}\n`],
    [traceFiles.junit, junitReport(trace)],
    ...trace.terminals.map((_, index) => [traceFiles.cast(index), traceCast(trace, index)] as const),
  ];
}

/** The viewer is built with the package. In a checkout that was not built there is none, and no page is written. */
async function readViewer(): Promise<string | undefined> {
  const places = [process.env.MUX_TEST_VIEWER, new URL('../../trace/viewer.html', import.meta.url)];
  for (const place of places) {
    const text = place && (await readFile(place, 'utf8').catch(() => undefined));
    if (text) return text;
  }
  return undefined;
}

/** The files that entries and steps name. */
async function sourcesOf(terminals: readonly TerminalTrace[]): Promise<Record<string, string>> {
  const places = terminals.flatMap(({ calls }) =>
    calls.flatMap(({ entry, step }) => [entry.source, step?.source]),
  );
  const files = new Set(places.flatMap((place) => place?.replace(/:\d+$/, '') ?? []));
  const read = await Promise.all(
    [...files].map(async (file) => {
      const text = await readFile(resolve(file), 'utf8').catch(() => undefined);
      return text === undefined || text.length > LONGEST_SOURCE ? [] : [[file, text] as const];
    }),
  );
  return Object.fromEntries(read.flat());
}

const LONGEST_SOURCE = 200_000;
