import type { Run } from '../../runs/index.js';

export interface Tail {
  /** The last lines, without escape sequences and secrets. */
  readonly output: string;
  /** Whether there are lines before these. */
  readonly truncated: boolean;
  /** Behind the last line. */
  readonly cursor: number;
  /** Why output is missing from the log, where it is. */
  readonly fault?: string | undefined;
}

/** The end of what a run has printed up to now. */
export async function tailOf(run: Run, maxBytes: number, signal: AbortSignal): Promise<Tail> {
  const lines: string[] = [];
  const start = Math.max(0, (await run.logSize()) - maxBytes);
  let cursor = start;
  let fault: string | undefined;
  for (let more = true; more; ) {
    const slice = await run.harvest(cursor, { form: 'plain', signal });
    lines.push(...slice.entries.map(({ text }) => text));
    more = slice.hasMore && slice.cursor > cursor;
    cursor = slice.cursor;
    fault = slice.fault;
  }
  return { output: lines.join('\n'), truncated: start > 0, cursor, fault };
}
