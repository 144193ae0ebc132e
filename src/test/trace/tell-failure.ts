import { appendFileSync } from 'node:fs';
import { relative } from 'node:path';
import { failedEntry, type Trace, traceHead } from '../../trace/index.js';
import type { SavedTrace } from './save-trace.js';

/** Tells GitHub of a test that has failed: a note at the line of the test, and the head of the trace in the summary. */
export function tellGitHub({ trace, folder }: SavedTrace, isTold = isOnGitHub()): void {
  if (!isTold || trace.status === 'passed') return;
  const { GITHUB_STEP_SUMMARY } = process.env;
  // A runner that tells GitHub by itself tells the message as well: this adds where the trace is.
  process.stdout.write(`\n${annotation(trace, folder)}\n`);
  if (GITHUB_STEP_SUMMARY) appendFileSync(GITHUB_STEP_SUMMARY, `${traceHead(trace)}\n`);
}

function isOnGitHub(): boolean {
  return process.env.GITHUB_ACTIONS === 'true';
}

function annotation(trace: Trace, folder: string): string {
  const entry = failedEntry(trace);
  const [, file = trace.test.file ?? '', line = '1'] = /^(.*):(\d+)$/.exec(entry?.source ?? '') ?? [];
  const text = `${entry?.message ?? trace.error ?? ''}\nTrace: ${relative(process.cwd(), folder)}`;
  const properties = { file, line, title: trace.test.name };
  const shown = Object.entries(properties).map(([name, value]) => `${name}=${property(value)}`);
  return `::error ${shown.join(',')}::${data(text)}`;
}

/** As the commands of a workflow want it. */
function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
