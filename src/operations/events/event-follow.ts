import { z } from 'zod';
import { formatHostAddress, MuxError, parseHostAddress } from '../../model/index.js';
import { stream } from '../operation.js';
import { outside } from '../reach/current-confinement.js';
import { eventFilter } from './event-filter.js';
import { selectionFields, sinceField } from './event-list.js';
import { eventOf, eventOutput, eventTypes, missedOf } from './event-output.js';
import { followJournal } from './follow-journal.js';
import { merged } from './merged.js';
import { followOutput } from './output-events.js';

export const eventFollow = stream({
  name: 'event.follow',
  summary: 'Follow events as they happen',
  description:
    'Watches all runs, agents, workers, chat sessions and the tmux sessions of known hosts, and returns one event after another, from now on or from an event id. No event is lost by disconnecting: reconnect with the id of the last event as since. missed means that the journal no longer reaches back that far. With type output and a target, also returns the output of that pane.',
  effect: 'read',
  faces: ['cli', 'http'],
  input: z.strictObject({
    ...selectionFields,
    types: z
      .array(z.enum([...eventTypes, 'output']))
      .min(1)
      .max(eventTypes.length + 1)
      .optional()
      .describe('Only events of these types (default: all except output).'),
    since: sinceField.optional(),
  }),
  item: eventOutput,
  examples: [
    { does: 'everything from now on', input: {} },
    { does: 'exits and prompts of runs', input: { types: ['run_exit', 'run_prompt'] } },
    { does: 'events of a worker after a known event', input: { target: 'api', since: 1200 } },
  ],
  handler: async function* ({ since, types, host, target }, { runtime, signal }) {
    checkOutput({ types, target });
    const wantsOutput = types?.includes('output') === true;
    const journaled = types?.filter((type) => type !== 'output');
    const [feed, redactor, filter] = await Promise.all([
      runtime.events(),
      runtime.redactor(),
      eventFilter(runtime, { types: journaled, host, target }),
    ]);
    await feed.open();
    // From here on, though what is there to watch may take a moment to be found.
    const from = since ?? feed.lastId;
    const events = async function* () {
      for await (const item of followJournal(feed, filter, { since: from, signal })) {
        yield item.kind === 'event' ? eventOf(item.event, redactor) : missedOf(item.missed, new Date());
      }
    };
    outside(() => {
      void feed.start().catch(() => {});
      if (host !== undefined) feed.add(formatHostAddress(parseHostAddress(host)));
    });
    if (!wantsOutput || target === undefined) return yield* events();
    const output = followOutput(runtime, { target, host }, signal);
    yield* journaled?.length === 0 ? output : merged([events(), output]);
  },
});

/** Output is that of one pane. Fails with `INVALID_ARGUMENT` where nobody says of which. */
export function checkOutput(wanted: {
  readonly types?: readonly string[] | undefined;
  readonly target?: string | undefined;
}): void {
  if (wanted.types?.includes('output') !== true || wanted.target !== undefined) return;
  throw new MuxError('INVALID_ARGUMENT', 'Events of type output need a target.', {
    suggestion: 'Give a target, or omit the type output.',
  });
}
