import { readFile, watch } from 'node:fs/promises';
import type { CastEvent } from '../../../src/recorder/cast/cast-event.js';
import { openCast } from '../../../src/recorder/cast/cast-file.js';
import type { Pane } from '../../../src/tmux/pane.js';
import type { OpenOperations } from '../operations/open-operations.js';

/** Time for what happens at once on an idle machine. */
export const PATIENT_MS = 120_000;

/** A pane with a program in it. */
export async function inPane(here: OpenOperations, command: readonly string[]): Promise<Pane> {
  const session = await here.tmux.ensureSession('recorded');
  return session.newWindow({ command });
}

/** All that is in a recording. */
export async function castEvents(path: string): Promise<CastEvent[]> {
  const { events } = await openCast(path);
  const read: CastEvent[] = [];
  for await (const event of events) read.push(event);
  return read;
}

/** Everything that was printed, and nothing else. */
export function printed(events: readonly CastEvent[]): string {
  return events.map((event) => (event.type === 'output' ? event.data : '')).join('');
}

/** Everything that was typed. */
export function typedIn(events: readonly CastEvent[]): string {
  return events.map((event) => (event.type === 'input' ? event.data : '')).join('');
}

export function markers(events: readonly CastEvent[]): string[] {
  return events.flatMap((event) => (event.type === 'marker' ? [event.label] : []));
}

/** Waits until a file holds a text; told by the file itself. */
export async function untilFileHas(path: string, text: string): Promise<void> {
  const stop = new AbortController();
  const signal = AbortSignal.any([stop.signal, AbortSignal.timeout(PATIENT_MS)]);
  const changes = watch(path, { signal })[Symbol.asyncIterator]();
  // The watch begins with the first read: only then is the file looked at.
  let next = changes.next();
  while (!(await readFile(path, 'utf8')).includes(text)) {
    await next;
    next = changes.next();
  }
  stop.abort();
  await next.catch(() => {});
}
