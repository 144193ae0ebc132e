import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { AgentHome, type AskingAgent, eventually } from '../agents/asking-agent.js';
import { ReadEvents } from '../events/read-events.js';
import { type Answer, type OpenOperations, openOperations } from './open-operations.js';

let here: OpenOperations;
let home: AgentHome;
beforeAll(async () => {
  [here, home] = await Promise.all([openOperations(), AgentHome.make()]);
});
afterAll(async () => {
  await home[Symbol.asyncDispose]();
  await here[Symbol.asyncDispose]();
});

const colour = { title: 'Which colour do you want?', about: 'For the door', options: ['Red', 'Blue'] };
const size = { title: 'Which size do you want?', about: 'For the window', options: ['Small', 'Large'] };

/** An agent that asks, and asks something else in its place at a signal. */
async function asking(): Promise<{
  readonly id: string;
  readonly agent: AskingAgent;
  change(): Promise<void>;
}> {
  const agent = await home.start(here.server, { ask: colour, next: size, atOnce: true });
  const { id } = await here.call('agent.register', { target: agent.pane.id, host: here.host });
  onTestFinished(async () => {
    await here.call('agent.remove', { agent: id });
    await agent.pane.kill();
  });
  return {
    id,
    agent,
    async change() {
      process.kill((await agent.pane.info()).pid, 'SIGUSR2');
    },
  };
}

/** Everything that happens, as a server has it followed. */
function follow(): ReadEvents {
  const events = new ReadEvents((signal) => here.stream('event.follow', {}, signal));
  onTestFinished(() => events[Symbol.asyncDispose]());
  return events;
}

function itemOf(id: string, title: string): Promise<Answer> {
  return eventually(async () => {
    const { items } = await here.call('inbox.list', { host: here.host });
    return items.find((item: Answer) => item.id === id && item.prompt === title);
  });
}

describe('the question of an agent', () => {
  it('is told with the state that it makes, as the inbox has it', async () => {
    const events = follow();
    const { id } = await asking();
    const item = await itemOf(id, colour.title);
    expect(item).toMatchObject({ promptKind: 'question', options: [{ label: 'Red' }, { label: 'Blue' }] });
    const { prompt, promptKind, question, fingerprint, options } = item;
    const told = await events.first(({ target, asks }) => target === id && asks?.fingerprint);
    expect(told.asks).toEqual({ prompt, promptKind, question, fingerprint, options });
  });

  it('is told again when the agent asks something else in its place', async () => {
    const events = follow();
    const { id, change } = await asking();
    const first = await itemOf(id, colour.title);
    await events.first(({ type }) => type === 'inbox');
    const before = events.all.length;
    await change();
    const told = await events.first(({ target, asks }) => target === id && asks?.prompt === size.title);
    expect(told).toMatchObject({ type: 'agent_changed', change: 'asks' });
    await events.first((event) => event.type === 'inbox' && events.all.indexOf(event) >= before);
    const { items } = await here.call('inbox.list', { host: here.host });
    const second = items.find((item: Answer) => item.id === id);
    expect(second).toMatchObject({ prompt: size.title, options: [{ label: 'Small' }, { label: 'Large' }] });
    expect(second.fingerprint).not.toBe(first.fingerprint);
    expect(second.since > first.since).toBe(true);
  });

  it('is in the inbox without another look at the pane', async () => {
    follow();
    const { id } = await asking();
    const { fingerprint } = await itemOf(id, colour.title);
    const asked: string[] = [];
    const tmux = await here.runtime.connect(here.host);
    const request = tmux.request.bind(tmux);
    tmux.request = (commands, options) => {
      asked.push(...commands.map(([name]) => name));
      return request(commands, options);
    };
    const { items } = await here.call('inbox.list', { host: here.host });
    expect(items.find((item: Answer) => item.id === id)).toMatchObject({ prompt: colour.title, fingerprint });
    expect(asked).not.toContain('capture-pane');
  });
});
