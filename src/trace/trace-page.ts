import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { MuxError } from '../model/index.js';
import type { Trace } from './trace-schema.js';

/** Where the data stands in the page, behind the viewer. It is not a script: a browser ignores it. */
const BEGIN = '<script type="application/octet-stream" id="trace">';
const END = '</script>';

/**
 * A page that shows a trace: the viewer, and the trace deflated inside. It needs nothing else, and asks for nothing.
 *
 * @param viewer the page without a trace
 */
export function packTrace(viewer: string, trace: Trace): string {
  const data = deflateRawSync(JSON.stringify(trace), { level: 9 }).toString('base64');
  return `${viewer.trimEnd()}\n${BEGIN}${data}${END}\n`;
}

/**
 * The trace in a page.
 *
 * @param place how the page is called in errors
 */
export function unpackTrace(page: string, place: string): Trace {
  const from = page.lastIndexOf(BEGIN);
  const to = page.indexOf(END, from);
  if (from < 0 || to < 0) throw noTrace(place, 'it has no trace in it');
  try {
    const text = inflateRawSync(Buffer.from(page.slice(from + BEGIN.length, to), 'base64')).toString();
    return checkTrace(JSON.parse(text), place);
  } catch (error) {
    if (error instanceof MuxError) throw error;
    throw noTrace(place, 'its trace is cut or was changed');
  }
}

/** Refuses what is not a trace, or one of a later version. */
export function checkTrace(value: unknown, place: string): Trace {
  const { schema, entries, terminals } = (value ?? {}) as Partial<Record<keyof Trace, unknown>>;
  if (typeof schema === 'number' && schema > 1) {
    throw noTrace(place, `it has schema ${schema}, and this version of muxwright reads schema 1`);
  }
  if (schema === 1 && Array.isArray(entries) && Array.isArray(terminals)) return value as Trace;
  throw noTrace(place, 'it has no trace in it');
}

function noTrace(place: string, why: string): MuxError {
  return new MuxError('TRACE_INVALID', `'${place}' is not a trace of a test: ${why}.`, {
    suggestion: 'Give a trace.html or trace.json, or the name of a trace in muxwright-report.',
  });
}
