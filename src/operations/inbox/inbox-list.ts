import { z } from 'zod';
import { formatHostAddress, parseHostAddress } from '../../model/index.js';
import type { WaitingItem } from '../../store/index.js';
import { call } from '../operation.js';
import { adoptWorkers } from '../workers/adopt-workers.js';
import { agentItems } from './agent-items.js';
import { type InboxContext, isOn } from './inbox-context.js';
import { inboxItem } from './inbox-item.js';
import { runItems } from './run-items.js';
import { shownItem } from './shown-item.js';

export const inboxList = call({
  name: 'inbox.list',
  summary: 'List the runs and agents that need an answer from a person',
  description:
    'The longest wait comes first, with the question and the options shown on the screen. Answer a run with run.input and an agent with agent.respond, with the fingerprint of the item; mode option takes the number of an option. Events of type inbox report changes of the list.',
  effect: 'read',
  faces: ['cli', 'mcp', 'http'],
  input: z.strictObject({
    host: z.string().min(1).max(1000).optional().describe('Only items on this host.'),
    limit: z.number().int().min(1).max(200).default(100).describe('Maximum number of items.'),
  }),
  output: z.object({ items: z.array(inboxItem), hasMore: z.boolean() }),
  examples: [{ does: 'all items', input: {} }],
  handler: async ({ host, limit }, { runtime, signal }) => {
    const context = { runtime, signal, host };
    const [items, redactor] = await Promise.all([
      runtime.watchesAll ? written(context) : seen(context),
      runtime.redactor(),
    ]);
    return {
      items: items.slice(0, limit).map((item) => shownItem(item, redactor)),
      hasMore: items.length > limit,
    };
  },
});

/** Who watches everything writes down what asks: nothing has to be looked at. */
async function written(context: InboxContext): Promise<readonly WaitingItem[]> {
  const store = await context.runtime.store();
  return (await store.inbox.list()).filter(({ host }) => isOn(context, host));
}

async function seen(context: InboxContext): Promise<readonly WaitingItem[]> {
  const { runtime, signal, host } = context;
  await adoptWorkers(runtime, { signal, host: host && formatHostAddress(parseHostAddress(host)) });
  const [runs, agents] = await Promise.all([runItems(context), agentItems(context)]);
  return onceEach(runs, agents).sort((a, b) => (a.since < b.since ? -1 : 1));
}

/** The run that an agent is in may seem to ask, too: the agent's own question is the better one. */
function onceEach(runs: readonly WaitingItem[], agents: readonly WaitingItem[]): WaitingItem[] {
  const places = new Set(agents.map(placeOf));
  return [...runs.filter((run) => !places.has(placeOf(run))), ...agents];
}

function placeOf({ host, paneId, id }: WaitingItem): string {
  return `${host} ${paneId ?? id}`;
}
