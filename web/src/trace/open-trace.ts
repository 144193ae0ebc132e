import type { Trace } from '../../../src/trace/trace-schema.js';

/** The trace that stands in this page, behind the viewer. */
export async function openTrace(): Promise<Trace> {
  const data = document.getElementById('trace')?.textContent ?? '';
  if (data === '') throw new Error('This page has no trace in it. It may have been cut.');
  const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  return JSON.parse(await new Response(stream).text()) as Trace;
}
