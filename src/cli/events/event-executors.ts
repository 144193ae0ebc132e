import type { z } from 'zod';
import {
  defined,
  type EventOutput,
  eventFollow,
  eventList,
  inboxList,
  invoke,
  invokeStream,
  type OperationContext,
} from '../../operations/index.js';
import { calling, inContext } from '../calling.js';
import type { Execute } from '../command.js';
import type { Output } from '../output.js';
import type { ParsedArguments } from '../parse-arguments.js';
import { printable } from '../style.js';
import { ago } from '../text/ago.js';
import { columns } from '../text/columns.js';
import { eventLine } from './event-line.js';

/** `mux events [TARGET] [-f]`: the last of the journal, and with `-f` what follows. */
export const events: Execute = (args, output) =>
  inContext(output, async (context) => {
    const wanted = selection(args);
    const { found, last } = await lastEvents(args, wanted, context);
    if (!args.has('follow')) {
      if (args.has('json')) output.print(`${JSON.stringify({ events: found, last }, undefined, 2)}\n`);
      else output.print(found.map((event) => eventLine(event, output.style)).join('') || 'No events yet.\n');
      return 0;
    }
    for (const event of found) await show(event, args, output);
    const input = { ...wanted, since: last } as z.input<(typeof eventFollow)['input']>;
    for await (const event of invokeStream(eventFollow, input, context)) await show(event, args, output);
    return 0;
  });

async function show(event: EventOutput, args: ParsedArguments, output: Output): Promise<void> {
  await output.printWhenReady(
    args.has('json') ? `${JSON.stringify(event)}\n` : eventLine(event, output.style),
  );
}

type Selection = Omit<z.input<(typeof eventList)['input']>, 'since' | 'limit'>;

function selection(args: ParsedArguments): Selection {
  const types = args.values('type');
  const target = args.operand('TARGET');
  return defined({
    host: args.value('host'),
    target: target === '' ? undefined : target,
    types: types.length === 0 ? undefined : [...types],
  }) as Selection;
}

/** The journal is read from its beginning: what was asked for is its end. */
async function lastEvents(
  args: ParsedArguments,
  wanted: Selection,
  context: OperationContext,
): Promise<{ readonly found: EventOutput[]; readonly last: NonNullable<EventOutput['id']> }> {
  const limit = args.number('limit') ?? SHOWN;
  let found: EventOutput[] = [];
  for (let since: NonNullable<EventOutput['id']> = args.value('since') ?? 0; ; ) {
    const page = await invoke(eventList, { ...wanted, since, limit: 1_000 }, context);
    found = [...found, ...page.events].slice(-limit);
    if (!page.hasMore) return { found, last: page.last };
    since = page.events.at(-1)?.id ?? page.last;
  }
}

const SHOWN = 30;

export const inbox = calling(
  inboxList,
  (args) => defined({ host: args.value('host') }),
  ({ items }, _, { style, width }) => {
    if (items.length === 0) return 'Nothing needs your answer.';
    const rows = items.map(({ id, kind, title, prompt = '', options, fingerprint = '', since }) => [
      id,
      kind,
      ago(since),
      printable(title),
      printable(prompt.trim().split('\n').at(-1) ?? ''),
      style.dim(
        (options ?? []).map(({ number, label }) => printable(`${number ?? ''} ${label}`.trim())).join(' · '),
      ),
      style.dim(fingerprint),
    ]);
    return columns(rows, width);
  },
);
