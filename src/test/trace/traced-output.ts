import type { OutputChunk, OutputLog } from './output-log.js';
import type { TraceRedaction } from './trace-redaction.js';

type Printed = readonly [at: number, text: string];

/**
 * The output of a terminal without secrets, and without what the kit itself has printed to know of the end of a program.
 *
 * @param most characters at the begin and at the end; the middle of more is left out
 */
export function tracedOutput(
  log: OutputLog,
  redaction: TraceRedaction,
  { startedAt, most }: { readonly startedAt: number; readonly most: number },
): { readonly output: readonly Printed[]; readonly omitted: number } {
  const { head, tail, dropped } = log.read();
  const begin = cleaned(head, redaction, startedAt);
  const end = cleaned(tail, redaction, startedAt);
  const isWhole = dropped === 0 && lengthOf(begin) + lengthOf(end) <= 2 * most;
  if (isWhole) return { output: [...begin, ...end], omitted: 0 };
  const all = dropped === 0 ? [...begin, ...end] : begin;
  const first = firstOf(all, most);
  const last = lastOf(dropped === 0 ? all.slice(first.length) : end, most);
  const omitted = dropped + lengthOf(begin) + lengthOf(end) - lengthOf(first) - lengthOf(last);
  const at = last[0]?.[0] ?? first.at(-1)?.[0] ?? 0;
  return { output: [...first, [at, `\r\n[${omitted} characters left out]\r\n`], ...last], omitted };
}

export function lengthOf(output: readonly Printed[]): number {
  return output.reduce((sum, [, text]) => sum + text.length, 0);
}

function cleaned(chunks: readonly OutputChunk[], redaction: TraceRedaction, startedAt: number): Printed[] {
  const decoder = new TextDecoder();
  const stream = redaction.stream();
  const printed: Printed[] = [];
  let begun = '';
  for (const { at, data } of chunks) {
    const text = (begun + decoder.decode(data, { stream: true })).replaceAll(NOTE, '');
    // A note of the kit that has not ended.
    const from = text.search(BEGUN_NOTE);
    begun = from < 0 ? '' : text.slice(from);
    const shown = stream.push(from < 0 ? text : text.slice(0, from));
    if (shown !== '') printed.push([at - startedAt, shown]);
  }
  const rest = stream.push(begun) + stream.end();
  if (rest !== '') printed.push([(chunks.at(-1)?.at ?? startedAt) - startedAt, rest]);
  return printed;
}

const NOTE = /\x18\x1b\]7770;test;[^\x1b]*\x1b\\/g;
const BEGUN_NOTE = /\x18(?:\x1b(?:\](?:7(?:7(?:7(?:0[^\x1b]*\x1b?)?)?)?)?)?)?$/;

function firstOf(output: readonly Printed[], most: number): Printed[] {
  const kept: Printed[] = [];
  let length = 0;
  for (const one of output) {
    if (length + one[1].length > most) break;
    length += one[1].length;
    kept.push(one);
  }
  return kept;
}

function lastOf(output: readonly Printed[], most: number): Printed[] {
  return firstOf(output.toReversed(), most).toReversed();
}
