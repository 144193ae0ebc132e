import { z } from 'zod';
import { call } from '../operation.js';
import { eventFilter } from './event-filter.js';
import { eventOf, eventOutput, typesField } from './event-output.js';

export const sinceField = z
  .number()
  .int()
  .min(0)
  .max(Number.MAX_SAFE_INTEGER)
  .describe('The id of the last event that is known: those after it are given. 0: from the oldest there is.');

/** Which events. */
export const selectionFields = {
  types: typesField,
  host: z.string().min(1).max(1000).optional().describe('Only events on this host.'),
  target: z
    .string()
    .min(1)
    .max(1000)
    .optional()
    .describe('Only events about this run, worker, agent, chat session or pane.'),
};

export const eventList = call({
  name: 'event.list',
  summary: 'List what happened: runs, agents, workers, sessions, in one order',
  description:
    'From a journal that every muxwright process writes into, oldest first, a page at a time: go on with the id of the last event as since while hasMore. It goes back some thousand events or two weeks; missed tells what is gone of what was asked for. What nobody watched is not in it: event.follow and the server watch everything.',
  effect: 'read',
  faces: ['cli', 'mcp', 'http'],
  input: z.strictObject({
    ...selectionFields,
    since: sinceField.default(0),
    limit: z.number().int().min(1).max(1_000).default(100).describe('How many to give at most.'),
  }),
  output: z.object({
    events: z.array(eventOutput),
    last: z.number().describe('The id of the newest event of all, also where the filter leaves it out.'),
    hasMore: z.boolean(),
    missed: z
      .object({ from: z.number(), to: z.number() })
      .optional()
      .describe('Ids that were asked for and are not kept any more.'),
  }),
  examples: [
    { does: 'what happened lately', input: { limit: 50 } },
    { does: 'how runs ended since an event', input: { types: ['run_exit'], since: 1200 } },
  ],
  handler: async ({ since, limit, ...selection }, { runtime }) => {
    const [store, redactor, filter] = await Promise.all([
      runtime.store(),
      runtime.redactor(),
      eventFilter(runtime, selection),
    ]);
    const { journal } = store;
    const [oldest, last] = [await journal.oldestId(), await journal.lastId()];
    const found = await journal.since(since, { ...filter.query, limit: limit + 1 });
    const isGone = since > 0 && since + 1 < oldest;
    return {
      events: found.slice(0, limit).map((event) => eventOf(event, redactor)),
      last,
      hasMore: found.length > limit,
      ...(isGone && { missed: { from: since + 1, to: oldest - 1 } }),
    };
  },
});
