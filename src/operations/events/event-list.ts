import { z } from 'zod';
import { JournalPlace } from '../../store/index.js';
import { call } from '../operation.js';
import { eventFilter } from './event-filter.js';
import { eventId, eventOf, eventOutput, typesField } from './event-output.js';
import { forgottenSince, fromOldest } from './follow-journal.js';

export const sinceField = z
  .union([z.number().int().min(0).max(Number.MAX_SAFE_INTEGER), z.string().max(65_536)])
  .refine(
    JournalPlace.isCursor,
    'Not the id of an event: give one exactly as it was received, or 0 for the oldest that is kept.',
  )
  .describe('Only events after the one with this id. 0: from the oldest stored event.');

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
  summary: 'List events of runs, agents, workers and sessions in order',
  description:
    'From the journal that every muxwright process writes to, oldest first and in pages: while hasMore is true, continue with the id of the last event as since. The journal keeps some thousand events or two weeks; missed lists requested ids that were deleted. Only watched objects produce events: event.follow and the server watch everything.',
  effect: 'read',
  faces: ['cli', 'mcp', 'http'],
  input: z.strictObject({
    ...selectionFields,
    since: sinceField.default(0),
    limit: z.number().int().min(1).max(1_000).default(100).describe('Maximum number of events.'),
  }),
  output: z.object({
    events: z.array(eventOutput),
    last: eventId.describe('Id of the newest event, even if the filter excludes it.'),
    hasMore: z.boolean(),
    missed: z
      .object({ from: eventId, to: eventId })
      .optional()
      .describe('Requested ids that are no longer stored.'),
  }),
  examples: [
    { does: 'recent events', input: { limit: 50 } },
    { does: 'exits of runs after a known event', input: { types: ['run_exit'], since: 1200 } },
  ],
  handler: async ({ since, limit, ...selection }, { runtime }) => {
    const [store, redactor, filter] = await Promise.all([
      runtime.store(),
      runtime.redactor(),
      eventFilter(runtime, selection),
    ]);
    const { journal } = store;
    const known = JournalPlace.parse(since);
    const span = await journal.span();
    const place = fromOldest(known, span);
    const found = await journal.after(place.atLeast(span.forgotten), { ...filter.query, limit: limit + 1 });
    const missed = forgottenSince(place, span);
    return {
      events: found.slice(0, limit).map((event) => eventOf(event, redactor)),
      last: span.last.cursor,
      hasMore: found.length > limit,
      ...(missed && { missed: { from: missed.from, to: missed.to } }),
    };
  },
});
