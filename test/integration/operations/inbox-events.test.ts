import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { eventually } from '../agents/asking-agent.js';
import { ReadEvents } from '../events/read-events.js';
import { type Answer, type OpenOperations, openOperations } from './open-operations.js';

let here: OpenOperations;
beforeAll(async () => {
  here = await openOperations();
});
afterAll(async () => {
  await here[Symbol.asyncDispose]();
});

/** The inbox, as somebody has it who is only given events. */
function follow(): ReadEvents {
  const events = new ReadEvents((signal) => here.stream('event.follow', { types: ['inbox'] }, signal));
  onTestFinished(() => events[Symbol.asyncDispose]());
  return events;
}

async function start(command: string): Promise<string> {
  const { id } = await here.call('run.start', { command, host: here.host, login: false });
  onTestFinished(() => here.call('run.end', { run: id, graceMs: 200 }).then(() => {}));
  return id;
}

async function listed(id: string): Promise<Answer> {
  const { items } = await here.call('inbox.list', { host: here.host });
  return items.find((item: Answer) => item.id === id);
}

describe('an event of the inbox', () => {
  it('has the item as the list has it, which nobody looks at the pane for', async () => {
    const events = follow();
    const id = await start(`printf 'Deploy? [y/N] '; read -r answer; sleep 600`);
    const told = await events.first(({ change, itemId }) => change === 'added' && itemId === id);
    expect(told).toMatchObject({
      ...{ type: 'inbox', kind: 'run', host: here.host },
      item: { id, prompt: 'Deploy? [y/N]', options: [{ label: 'y' }, { label: 'N' }] },
    });
    const asked: string[] = [];
    const tmux = await here.runtime.connect(here.host);
    const request = tmux.request.bind(tmux);
    tmux.request = (commands, options) => {
      asked.push(...commands.map(([name]) => name));
      return request(commands, options);
    };
    const item = await listed(id);
    tmux.request = request;
    expect(asked).not.toContain('capture-pane');
    const newest = events.all.findLast(({ itemId }) => itemId === id);
    expect(newest?.item).toEqual(item);
    await here.call('run.input', { run: id, text: 'y', fingerprint: item.fingerprint });
    const gone = await events.first(({ change, itemId }) => change === 'removed' && itemId === id);
    expect(gone.item).toBeUndefined();
    expect(await listed(id)).toBeUndefined();
  });

  it('brings the fingerprint of now, where an answer came for a question that looks otherwise', async () => {
    const events = follow();
    const above = 'All of this is sent to the printer on the third floor, and to the one on the fourth.';
    const id = await start(`printf '${above}\\nSend it? [y/N] '; read -r answer; sleep 600`);
    const { item } = await events.first(({ itemId }) => itemId === id);
    const { paneId } = await here.call('run.status', { run: id });
    // What stands above it is broken into other rows, and the program prints nothing.
    await here.tmux.request([['resize-window', '-t', paneId, '-x', '40', '-y', '20']]);
    const answer = { run: id, text: 'y', fingerprint: item.fingerprint };
    await expect(here.call('run.input', answer)).rejects.toMatchObject({ code: 'QUESTION_CHANGED' });
    const changed = await events.first(({ change, itemId }) => change === 'changed' && itemId === id);
    expect(changed.item).toMatchObject({ prompt: item.prompt, since: item.since });
    const { fingerprint } = await eventually(async () => {
      const now = await listed(id);
      return now.fingerprint === item.fingerprint ? undefined : now;
    });
    await here.call('run.input', { run: id, text: 'y', fingerprint });
    await events.first(({ change, itemId }) => change === 'removed' && itemId === id);
  });
});
