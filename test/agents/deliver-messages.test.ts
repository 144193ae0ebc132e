import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sized } from '../soak.js';
import { agentKinds } from './agent-kinds.js';
import { bridgeTo } from './bridge-to.js';
import { type DeliverOptions, deliver as deliverBy } from './deliver.js';
import { everyMessage, messagesOfAllKinds } from './messages.js';
import { type OpenAgent, openAgent } from './open-agent.js';
import { numberedWords } from './scene-texts.js';
import { type Delivered, printTally, type Tally, tally } from './tally.js';

/** It answers sooner than any real one, but not so soon that an agent never shows that it works. */
const MODEL = { delayMs: 150, chunkMs: 0 };

describe.each(['claude', 'codex'] as const)('messages to %s', (name) => {
  let agent: OpenAgent;
  beforeAll(async () => {
    agent = await openAgent(name, { model: MODEL });
  });
  afterAll(() => agent[Symbol.asyncDispose]());

  it('reach an idle agent exactly once and unchanged, whatever their kind [B2, B5, B6]', async () => {
    const delivered = await deliver(agent, messagesOfAllKinds(), { eachIdle: true });
    const counts = tally(agent, delivered, ({ result }) => result.status === 'submitted');
    printTally(`${name}, idle`, counts);
    expectNothingWrong(counts);
  });

  it('wait for the end of the turn where that is asked for, and then are not queued', async () => {
    const messages = Array.from({ length: sized(4, 10) }, (_, index) => `message ${index}, when idle`);
    const delivered = await deliver(agent, messages, { when: 'idle' });
    const counts = tally(agent, delivered, ({ result }) => result.status === 'submitted');
    printTally(`${name}, when idle`, counts);
    expectNothingWrong(counts);
  });

  it('reach it with no other profile than the generic one', async () => {
    // Not what a list of completions would take Enter for, nor the words of an agent at work: one must know the program
    // to keep that list away, and to tell such words from what somebody said.
    const messages = everyMessage(4, 2).filter((text) => !/@\S+$|esc to interrupt/.test(text));
    const delivered = await deliver(agent, messages.map(again), { profile: 'generic', eachIdle: true });
    // Without knowing the program, it may be in doubt about a collapsed paste; then it says so.
    const counts = tally(agent, delivered, ({ result }) => result.status !== 'queued');
    printTally(`${name}, generic profile`, counts);
    expectNothingWrong(counts);
    const doubts = delivered.deliveries.filter(({ result }) => result.status === 'unconfirmed');
    expect(doubts.length).toBeLessThan(Math.max(2, messages.length / 8));
  });

  it('never get a wrong receipt where emoji have garbled the screen', async () => {
    // tmux 3.3a gives a skin tone two columns of its own, and the agent does not: what is painted below lands elsewhere.
    const messages = ['a 👍🏽 thumb', 'one after it', 'another 🤷🏿‍♀️ one', 'and the last'];
    const delivered = await deliver(agent, messages, { eachIdle: true, timeoutMs: 10_000 });
    const { doubled, altered, wrongReceipts, ...counts } = tally(
      agent,
      delivered,
      ({ result }) => result.success,
    );
    printTally(`${name}, garbled`, { doubled, altered, wrongReceipts, ...counts });
    expect({ doubled, altered, wrongReceipts }).toEqual({ doubled: [], altered: [], wrongReceipts: [] });
  });
});

describe.each(['claude', 'codex'] as const)('messages to another %s', (name) => {
  it('reach it while it is busy, exactly once and unchanged, and the receipt says whether they wait [B5]', async () => {
    await using agent = await openAgent(name, { model: { delayMs: 3_000, chunkMs: 0 } });
    const delivered = await deliver(agent, ['begin', ...everyMessage(3, 0)]);
    const counts = tally(agent, delivered, ({ result, calledAtMs, answeredAtMs }, seenAtMs) => {
      if (!result.success) return false;
      const endMs = agent.model.endOfTurn(calledAtMs, answeredAtMs);
      const hasWaited = endMs !== undefined && seenAtMs >= endMs;
      return hasWaited ? result.status === 'queued' : true;
    });
    printTally(`${name}, busy`, counts);
    expectNothingWrong(counts);
  });

  it('reach it where the input box has no room for them and scrolls', async () => {
    await using agent = await openAgent(name, { model: MODEL, size: { width: 60, height: 20 } });
    const messages = [500, 700, 900].map((length) => numberedWords(length / 4));
    for (const profile of [agentKinds[name].profile, 'generic']) {
      const own = messages.map((text) => `${profile} ${text}`);
      const delivered = await deliver(agent, own, { eachIdle: true, profile });
      const counts = tally(agent, delivered, ({ result }) => result.success);
      printTally(`${name}, scrolled box, ${profile}`, counts);
      expectNothingWrong(counts);
    }
  });

  it('reach it in a small terminal, and outside the alternate screen', async () => {
    await using agent = await openAgent(name, {
      model: MODEL,
      size: { width: 80, height: 24 },
      env: { TERM_PROGRAM: '' },
    });
    const delivered = await deliver(agent, everyMessage(4, 1), { eachIdle: true });
    const counts = tally(agent, delivered, ({ result }) => result.status === 'submitted');
    printTally(`${name}, 80 columns`, counts);
    expectNothingWrong(counts);
  });
});

/** The same kind of message, but not one that the agent has had already. */
function again(text: string): string {
  return `again: ${text}`;
}

/** With a bridge that prints what it did if the test fails. */
async function deliver(
  agent: OpenAgent,
  messages: readonly string[],
  options: DeliverOptions = {},
): Promise<Delivered> {
  await using bridge = bridgeTo(agent);
  return await deliverBy(agent, bridge, messages, options);
}

function expectNothingWrong({ lost, doubled, altered, wrongReceipts }: Tally): void {
  expect({ lost, doubled, altered, wrongReceipts }).toEqual({
    lost: [],
    doubled: [],
    altered: [],
    wrongReceipts: [],
  });
}
