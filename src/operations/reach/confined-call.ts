import type { z } from 'zod';
import { isMuxError, MuxError } from '../../model/index.js';
import type { Store } from '../../store/index.js';
import type { CallOperation, OperationContext, StreamOperation } from '../operation.js';
import type { Confinement } from './confinement.js';
import { outside } from './current-confinement.js';
import { placedInput } from './placed-input.js';
import type { Fields, ReachRule, Viewer } from './reach-rule.js';
import { reachRule } from './reach-rules.js';

/** Carries out an operation for a caller with limits: what is outside is refused, and left out of the answer. */
export async function confinedCall<Input extends z.ZodObject, Output extends z.ZodObject>(
  confinement: Confinement,
  { name, handler }: CallOperation<Input, Output>,
  input: z.output<Input>,
  context: OperationContext,
): Promise<z.input<Output>> {
  const rule = reachRule(name);
  const { runtime } = context;
  const store = await runtime.store();
  await confinement.require(await rule.at(await placedInput(name, input, runtime), store));
  const ask = async (fields: Fields): Promise<Fields> =>
    withoutNames(within(confinement, rule, () => handler(fields as z.output<Input>, context)));
  const show = async (answer: Fields): Promise<Fields> =>
    (await confinement.run(() => rule.shows?.(answer, viewerOf(confinement, store)))) ?? answer;
  return (rule.fills ? fill(rule.fills, input, ask, show) : show(await ask(input))) as Promise<
    z.input<Output>
  >;
}

/** The same for an operation that gives one thing after the other. */
export async function* confinedStream<Input extends z.ZodObject, Item extends z.ZodObject>(
  confinement: Confinement,
  { name, handler }: StreamOperation<Input, Item>,
  input: z.output<Input>,
  context: OperationContext,
): AsyncGenerator<z.input<Item>, void, undefined> {
  const rule = reachRule(name);
  const store = await context.runtime.store();
  const placed = await placedInput(name, input, context.runtime);
  await confinement.require(await rule.at(placed, store));
  const items = within(confinement, rule, () => handler(input, context)[Symbol.asyncIterator]());
  try {
    for (;;) {
      // A generator works in the context of the caller of next().
      const { done, value } = await withoutNames(within(confinement, rule, () => items.next()));
      if (done) return;
      const viewer = viewerOf(confinement, store);
      const shown = rule.shows ? await confinement.run(() => rule.shows?.(value, viewer)) : value;
      if (shown) yield shown as z.input<Item>;
    }
  } finally {
    await within(confinement, rule, () => items.return?.());
  }
}

function viewerOf(confinement: Confinement, store: Store): Viewer {
  return { confinement: confinement.forOneAnswer(), places: confinement.places(), store };
}

function within<T>(confinement: Confinement, { ours }: ReachRule, work: () => T): T {
  return ours ? outside(work) : confinement.run(work);
}

type Ask = (input: Fields) => Promise<Fields>;

/** Asks for more until there are as many rows as were asked for: a page is not short because others are left out. */
async function fill(
  { list, by }: NonNullable<ReachRule['fills']>,
  input: Fields,
  ask: Ask,
  show: Ask,
): Promise<Fields> {
  const limit = Number(input.limit);
  const rowsOf = (answer: Fields): readonly Fields[] => answer[list] as readonly Fields[];
  if (by === 'limit') {
    const answer = await show(await ask({ ...input, limit: MOST_WAITING }));
    const all = rowsOf(answer);
    return { ...answer, [list]: all.slice(0, limit), hasMore: answer.hasMore || all.length > limit };
  }
  let all = await ask(input);
  let shown = await show(all);
  const rows = [...rowsOf(shown)];
  // The same object, so that an answer of which nothing was left out is not checked and serialized again.
  if (rows.length === limit || (rows.length < limit && !all.hasMore)) return shown;
  const { missed } = shown;
  for (let page = 1; rows.length < limit && all.hasMore; page++) {
    // A caller that is given no event has no place to continue from: the journal is read to its end.
    if (by === 'cursor' && page >= MOST_PAGES) break;
    const next =
      by === 'cursor'
        ? { cursor: all.nextCursor, limit: limit - rows.length }
        : { since: rowsOf(all).at(-1)?.id, limit: MOST_EVENTS };
    all = await ask({ ...input, ...next });
    shown = await show(all);
    rows.push(...rowsOf(shown));
  }
  const hasMore = all.hasMore || rows.length > limit;
  return { ...shown, ...(missed !== undefined && { missed }), hasMore, [list]: rows.slice(0, limit) };
}

/** As many as the inbox gives at most. */
const MOST_WAITING = 200;

/** As many as are read of the journal at once. */
const MOST_EVENTS = 1_000;

/** A caller with so much outside its reach continues with the cursor that is given. */
const MOST_PAGES = 100;

/** A caller with limits is not told what others have called their things. */
async function withoutNames<T>(work: T | Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!isMuxError(error, 'TARGET_NOT_FOUND', 'RUN_NOT_FOUND', 'WORKER_NOT_FOUND', 'AGENT_NOT_FOUND'))
      throw error;
    const { code, message, details } = error;
    throw new MuxError(code, message, {
      suggestion: 'The list operations show what is in reach.',
      details,
      cause: error,
    });
  }
}
