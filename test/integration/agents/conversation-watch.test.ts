import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type IsolatedTmux, isolatedTmux } from '../../../src/testing/isolated-tmux.js';
import type { Pane } from '../../../src/tmux/pane.js';
import { Listener, say, startChat } from './chat-program.js';

/** Paragraphs, lists and code, longer than any screen here. */
const long = [
  'I have looked at all of it. The retry loop never resets its counter, so a worker that failed twice on Monday gives up at once on Tuesday.',
  ...Array.from({ length: 12 }, (_, index) =>
    [
      `Part ${index + 1} of the report says that nothing is wrong with module number ${index + 1}, which was checked twice and found to be fine.`,
      `- the first point of part ${index + 1} is short\n- the second point of part ${index + 1} is long enough to be wrapped on a narrow screen, and is kept together`,
      `for (const step of steps${index}) {\n  await step();\n}`,
    ].join('\n\n'),
  ),
  'That was all.',
].join('\n\n');

/** It goes on when the listener has heard what there is, a good part of a screen each time. */
const stepped = { stepped: true, chunk: 80 };

async function resize(pane: Pane, server: IsolatedTmux, width: number, height: number): Promise<void> {
  await server.tmux.command('resize-window', '-t', pane.id, '-x', `${width}`, '-y', `${height}`);
}

describe.each([
  ['the alternate screen', true],
  ['the normal screen', false],
])('a conversation on %s', (_, alternate) => {
  let server: IsolatedTmux;

  beforeAll(async () => {
    server = await isolatedTmux();
  });

  afterAll(() => server[Symbol.asyncDispose]());

  it('is told message by message, word for word', async () => {
    const pane = await startChat(server, {
      alternate,
      answers: ['Good morning.', 'It is fine.\n\n- really'],
    });
    const heard = await Listener.start(pane);
    await say(pane, 'hello');
    await heard.answers(1);
    await say(pane, 'how is it?');
    await heard.answers(2);
    await heard.stop();
    expect(heard.told).toEqual([
      'user: hello',
      'agent: Good morning.',
      'user: how is it?',
      'agent: It is fine.\n\n- really',
    ]);
    expect(heard.messages.every(({ complete, truncated }) => complete && !truncated)).toBe(true);
    expect([heard.count('message', 'user'), heard.count('message', 'agent')]).toEqual([2, 2]);
    expect([heard.count('done', 'user'), heard.count('done', 'agent')]).toEqual([2, 2]);
  });

  it('puts an answer together that is much longer than the screen', async () => {
    const pane = await startChat(server, { alternate, answers: [long], ...stepped });
    const heard = await Listener.start(pane);
    await say(pane, 'tell me everything');
    await heard.steppedAnswers(1);
    await heard.stop();
    expect(heard.told).toEqual(['user: tell me everything', `agent: ${long}`]);
    expect(heard.messages.at(-1)?.truncated).toBe(false);
    expect(heard.count('message', 'agent')).toBe(1);
    expect(heard.count('update', 'agent')).toBeGreaterThan(10);
    const lengths = heard.events
      .filter(({ message }) => message.role === 'agent')
      .map(({ message }) => message.text.length);
    expect(lengths).toEqual([...lengths].sort((a, b) => a - b));
  });

  it('survives changes of size in the midst of an answer', async () => {
    const pane = await startChat(server, { alternate, answers: [long], ...stepped });
    const heard = await Listener.start(pane);
    await say(pane, 'tell me everything');
    const sizes = [
      { part: 3, width: 47, height: 17 },
      { part: 5, width: 75, height: 22 },
      { part: 7, width: 75, height: 15 },
      { part: 9, width: 40, height: 24 },
    ];
    await heard.steppedAnswers(1, async () => {
      const [next] = sizes;
      if (!next || !heard.told.at(-1)?.includes(`Part ${next.part} of`)) return;
      sizes.shift();
      await resize(pane, server, next.width, next.height);
      await pane.waitForScreen(({ rows }) => rows.includes('─'.repeat(next.width)));
    });
    await heard.stop();
    expect(sizes).toEqual([]);
    expect(heard.told).toEqual(['user: tell me everything', `agent: ${long}`]);
    expect(heard.messages.at(-1)?.truncated).toBe(false);
    expect(heard.count('message', 'agent')).toBe(1);
  });

  it.each([
    ['at once', 2, 80],
    ['slowly, as from a program that gets no time', 90, 200],
  ])('is not misled by paints that come in pieces, %s', async (_how, tornMs, chunk) => {
    const pane = await startChat(server, { alternate, tornMs, answers: [long], ...stepped, chunk });
    const heard = await Listener.start(pane);
    await say(pane, 'tell me everything');
    await heard.steppedAnswers(1);
    await heard.stop();
    expect(heard.told).toEqual(['user: tell me everything', `agent: ${long}`]);
    expect(heard.count('message', 'agent')).toBe(1);
  });

  it('tells a fast answer as it was, or says that something of it is missing', async () => {
    const pane = await startChat(server, { alternate, answers: [long] });
    const heard = await Listener.start(pane);
    await say(pane, 'tell me everything');
    await heard.answers(1);
    await heard.stop();
    const answer = heard.messages.at(-1);
    expect(heard.count('message', 'agent')).toBe(1);
    expect(answer?.truncated ? long : answer?.text).toBe(long);
    expect(answer?.text.endsWith('That was all.')).toBe(true);
  });

  it('says nothing twice when the screen is painted anew', async () => {
    const pane = await startChat(server, { alternate, answers: ['One.', long, 'Three.'], ...stepped });
    const heard = await Listener.start(pane);
    await say(pane, 'first');
    await heard.steppedAnswers(1);
    await pane.sendKeys('C-l');
    await say(pane, 'second');
    await heard.steppedAnswers(2);
    await pane.sendKeys('C-l');
    await resize(pane, server, 50, 15);
    // Until it knows its new size the program paints as for the old one.
    await pane.waitForScreen(({ rows }) => rows.includes('─'.repeat(50)));
    await pane.sendKeys('C-l');
    await say(pane, 'third');
    await heard.steppedAnswers(3);
    await heard.stop();
    expect(heard.told).toEqual([
      'user: first',
      'agent: One.',
      'user: second',
      `agent: ${long}`,
      'user: third',
      'agent: Three.',
    ]);
  });

  it('goes on after the program has forgotten everything, with the same words as before', async () => {
    const pane = await startChat(server, { alternate, answers: ['Hello there.', 'Hello there.'] });
    const heard = await Listener.start(pane);
    await say(pane, 'hi');
    await heard.answers(1);
    await say(pane, '/clear');
    // A watcher looks twice at a screen that stands still before it believes that something is gone.
    await heard.settled((rows) => rows.includes('  ? for help') && !rows.join('').includes('Hello'));
    await say(pane, 'hi');
    await heard.answers(2);
    await heard.stop();
    expect(heard.told).toEqual(['user: hi', 'agent: Hello there.', 'user: hi', 'agent: Hello there.']);
  });

  it('tells that a prompt was taken back', async () => {
    const pane = await startChat(server, { alternate, held: true, answers: ['Yes.'] });
    const heard = await Listener.start(pane);
    await say(pane, 'never mind');
    await heard.until(() => heard.told.includes('user: never mind'));
    await pane.sendKeys('Escape');
    await heard.until(() => heard.count('withdrawn', 'user') === 1);
    await pane.sendKeys('C-u');
    await say(pane, 'this one');
    await heard.until(() => heard.told.includes('user: this one'));
    await pane.sendKeys('F5');
    await heard.answers(1);
    await heard.stop();
    expect(heard.told).toEqual(['user: this one', 'agent: Yes.']);
  });

  it('ends with the program, with the last message complete', async () => {
    const pane = await startChat(server, { alternate, answers: ['Good bye.'] });
    const heard = await Listener.start(pane);
    await say(pane, 'bye');
    await heard.answers(1);
    await say(pane, '/quit');
    await heard.done;
    expect(heard.told).toEqual(['user: bye', 'agent: Good bye.']);
  });
});

describe('a conversation that is watched', () => {
  let server: IsolatedTmux;

  beforeAll(async () => {
    server = await isolatedTmux();
  });

  afterAll(() => server[Symbol.asyncDispose]());

  it('says nothing twice when a person scrolls up and down again', async () => {
    const pane = await startChat(server, { answers: [long, 'Fine.'], ...stepped });
    const heard = await Listener.start(pane);
    await say(pane, 'tell me everything');
    await heard.steppedAnswers(1);
    for (const key of ['PageUp', 'PageUp', 'PageDown', 'PageUp', 'PageDown', 'PageDown', 'PageDown']) {
      await pane.sendKeys(key);
    }
    await say(pane, 'thanks');
    await heard.steppedAnswers(2);
    await heard.stop();
    expect(heard.told).toEqual([
      'user: tell me everything',
      `agent: ${long}`,
      'user: thanks',
      'agent: Fine.',
    ]);
    expect(heard.count('message', 'agent')).toBe(2);
  });

  it('says that something is missing where it went by too fast', async () => {
    const lines = Array.from({ length: 400 }, (_, index) => `Line ${index} of many.`).join('\n\n');
    const pane = await startChat(server, { answers: [lines], chunk: 9_000, delayMs: 300 });
    const heard = await Listener.start(pane);
    await say(pane, 'quick');
    await heard.answers(1);
    await heard.stop();
    const answer = heard.messages.at(-1);
    expect(answer).toMatchObject({ role: 'agent', complete: true, truncated: true });
    expect(answer?.text.endsWith('Line 399 of many.')).toBe(true);
  });

  it('leaves out what was there before, unless asked for it', async () => {
    const pane = await startChat(server, { answers: ['One.', 'Two.'] });
    await say(pane, 'first');
    await pane.waitForScreen(({ rows }) => rows.includes('* One.') && rows.includes('  ? for help'));
    const newOnly = await Listener.start(pane);
    const all = await Listener.start(pane, undefined, { existing: true });
    await all.until(() => all.told.length === 2);
    await say(pane, 'second');
    await Promise.all([newOnly.until(() => newOnly.told.includes('agent: Two.')), all.answers(2)]);
    await Promise.all([newOnly.stop(), all.stop()]);
    expect(newOnly.told).toEqual(['user: second', 'agent: Two.']);
    expect(all.told).toEqual(['user: first', 'agent: One.', 'user: second', 'agent: Two.']);
  });

  it('hides secrets, also while they are written, unless told otherwise', async () => {
    const token = `ghp_${'a1B2c3D4e5F6g7H8i9J0'.repeat(2).slice(0, 36)}`;
    const pane = await startChat(server, { answers: [`The token is ${token} as you know.`], chunk: 3 });
    const hidden = await Listener.start(pane);
    const shown = await Listener.start(pane, undefined, { redact: false });
    await say(pane, 'which token?');
    await Promise.all([hidden.answers(1), shown.answers(1)]);
    await Promise.all([hidden.stop(), shown.stop()]);
    expect(hidden.told.at(-1)).toBe('agent: The token is **** as you know.');
    expect(shown.told.at(-1)).toBe(`agent: The token is ${token} as you know.`);
    expect(hidden.events.some(({ message }) => message.text.includes(token.slice(0, 14)))).toBe(false);
  });

  it('keeps no more rows than it may', async () => {
    const pane = await startChat(server, { answers: [long, 'Short.'], ...stepped });
    const heard = await Listener.start(pane, undefined, { maxRows: 40 });
    await say(pane, 'tell me everything');
    await heard.steppedAnswers(1);
    await say(pane, 'and now');
    await heard.steppedAnswers(2);
    await heard.stop();
    const [, answer, , last] = heard.messages;
    expect(answer).toMatchObject({ truncated: true, complete: true });
    expect(answer?.text.length).toBeLessThan(41 * 60);
    expect(long.endsWith(answer?.text.slice(-200) ?? '')).toBe(true);
    expect(last?.text).toBe('Short.');
  });

  it('ends quietly when it is cancelled', async () => {
    const pane = await startChat(server);
    const heard = await Listener.start(pane);
    await say(pane, 'hello');
    await heard.answers(1);
    await heard.stop();
    expect(heard.told.at(-1)).toBe('agent: You said hello');
  });
});
