import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { conversationOf } from '../../../src/conversations/conversation-of.js';
import { lastMessage, readConversation } from '../../../src/conversations/read-conversation.js';
import { replyBetween } from '../../../src/conversations/reply-between.js';
import { loadProfiles, profileFor } from '../../../src/panes/profiles/profile.js';
import type { Profile } from '../../../src/panes/profiles/profile-shape.js';
import { type IsolatedTmux, isolatedTmux } from '../../../src/testing/isolated-tmux.js';
import type { Pane } from '../../../src/tmux/pane.js';
import { chatProfile, Listener, say, startChat } from './chat-program.js';

/** Answers by a rule, as a program of lines that nobody has described. */
const echo = `printf 'you> '
while IFS= read -r line; do
  printf 'I heard "%s".\\n' "$line"
  printf 'And I say that this line is so long that a terminal of eighty columns has to wrap it somewhere.\\n'
  printf 'you> '
done`;

describe('a conversation', () => {
  let server: IsolatedTmux;
  let generic: Profile;

  beforeAll(async () => {
    server = await isolatedTmux();
    generic = profileFor(await loadProfiles(), { command: 'unheard-of', title: '' });
  });

  afterAll(() => server[Symbol.asyncDispose]());

  async function run(command: readonly string[]): Promise<Pane> {
    const session = await server.tmux.ensureSession('main');
    return session.newWindow({ command });
  }

  it.each([true, false])(
    'is read from a screen with an answer on it (alternate screen: %s)',
    async (alternate) => {
      const pane = await startChat(server, { alternate, answers: ['First.\n\nSecond.'] });
      await say(pane, 'hello');
      await pane.waitForScreen(({ rows }) => rows.includes('  Second.') && rows.includes('  ? for help'));
      expect(await lastMessage(pane, chatProfile)).toBe('First.\n\nSecond.');
      const messages = await readConversation(pane, chatProfile);
      expect(messages).toEqual([
        {
          id: 'm1',
          role: 'user',
          text: 'hello',
          complete: true,
          truncated: false,
          rows: { first: 2, last: 2 },
        },
        {
          id: 'm2',
          role: 'agent',
          text: 'First.\n\nSecond.',
          complete: true,
          truncated: false,
          rows: { first: 4, last: 6 },
        },
      ]);
    },
  );

  it('is read from the history, too, where the program leaves it there', async () => {
    const lines = Array.from({ length: 60 }, (_, index) => `Line ${index} of the answer.`).join('\n');
    const pane = await startChat(server, { alternate: false, answers: [lines], chunk: 2_000 });
    await say(pane, 'count');
    await pane.waitForScreen(
      ({ rows }) => rows.includes('  Line 59 of the answer.') && rows.includes('  ? for help'),
    );
    const [, answer] = await readConversation(pane, chatProfile);
    expect(answer).toMatchObject({ text: lines, truncated: false });
    expect(answer?.rows?.first).toBeLessThan(0);
    const [part] = await readConversation(pane, chatProfile, { historyRows: 10 });
    expect(part).toMatchObject({ role: 'agent', truncated: true });
    expect(part?.text.endsWith('Line 59 of the answer.')).toBe(true);
  });

  it('is empty where nothing was said', async () => {
    const pane = await startChat(server);
    expect(await readConversation(pane, chatProfile)).toEqual([]);
    expect(await lastMessage(pane, chatProfile)).toBeUndefined();
  });

  it('is read from a program of lines that nobody has described', async () => {
    const pane = await run(['sh', '-c', echo]);
    await pane.waitForCursorLine(/^you>$/);
    // Before the answer the cursor is behind the prompt, too: the terminal has not shown yet what was typed.
    const answered = (times: number): Promise<unknown> =>
      pane.waitForScreen(
        ({ rows, cursor }) =>
          rows.filter((row) => row.startsWith('I heard')).length === times && cursor.x === 5,
      );
    await say(pane, 'hello');
    await answered(1);
    await say(pane, 'once more');
    await answered(2);
    const long =
      'And I say that this line is so long that a terminal of eighty columns has to wrap it somewhere.';
    expect((await readConversation(pane, generic)).map(({ role, text }) => [role, text])).toEqual([
      ['user', 'hello'],
      ['agent', `I heard "hello".\n${long}`],
      ['user', 'once more'],
      ['agent', `I heard "once more".\n${long}`],
    ]);
  });

  it('is followed in a program of lines that nobody has described', async () => {
    const pane = await run(['sh', '-c', echo]);
    await pane.waitForCursorLine(/^you>$/);
    const heard = await Listener.start(pane, generic);
    await say(pane, 'hello');
    await heard.answers(1);
    await say(pane, 'bye');
    await heard.answers(2);
    await heard.stop();
    expect(heard.told.map((text) => text.split('\n')[0])).toEqual([
      'user: hello',
      'agent: I heard "hello".',
      'user: bye',
      'agent: I heard "bye".',
    ]);
  });

  it('is followed in a full-screen program that nobody has described', async () => {
    const answers = [
      'Good morning.',
      Array.from({ length: 30 }, (_, line) => `Point ${line} is fine.`).join('\n'),
    ];
    const pane = await startChat(server, { answers, chunk: 20, delayMs: 50 });
    const heard = await Listener.start(pane, generic);
    await say(pane, 'hello');
    await heard.answers(1);
    await say(pane, 'all of it');
    await heard.until(() => heard.told.some((text) => text.includes('Point 29 is fine.')));
    await heard.stop();
    const said = heard.messages.filter(({ role }) => role === 'agent').map(({ text }) => text);
    expect(heard.messages.filter(({ role }) => role === 'user').map(({ text }) => text)).toEqual([
      'hello',
      'all of it',
    ]);
    expect(said[0]).toContain('Good morning.');
    expect(said[1]?.replace(/^ {2}/gmu, '')).toContain(answers[1]);
  });

  it('is told apart by silence where a program has neither marks nor a prompt', async () => {
    const pane = await run([
      'sh',
      '-c',
      'stty -echo; echo ready; while read -r line; do echo "got $line"; done',
    ]);
    await pane.waitForText('ready');
    const heard = await Listener.start(pane, generic);
    await say(pane, 'one');
    await heard.answers(1);
    await say(pane, 'two');
    await heard.answers(2);
    await heard.stop();
    expect(heard.told).toEqual(['agent: got one', 'agent: got two']);
  });

  it('gives the reply between two screens of any program', async () => {
    const pane = await startChat(server, { answers: ['It is forty-two, of course.'] });
    const before = await pane.screen();
    await say(pane, 'What is six times seven?');
    const after = await pane.waitForScreen(
      ({ rows }) => rows.some((row) => row.includes('of course.')) && rows.includes('  ? for help'),
    );
    expect(replyBetween(before, after, { prompt: 'What is six times seven?' })).toBe(
      '* It is forty-two, of course.',
    );
  });

  it('comes from the screen where there is no transcript, and says so', async () => {
    const pane = await startChat(server, { answers: ['Fine.'] });
    const transcript = { host: server.host, path: '/nowhere/at-all.jsonl' };
    const conversation = await conversationOf({ pane, profile: chatProfile, transcript });
    expect(conversation.source).toBe('screen');
    await say(pane, 'hello');
    await pane.waitForScreen(({ rows }) => rows.includes('* Fine.') && rows.includes('  ? for help'));
    expect(await conversation.last()).toBe('Fine.');
    expect((await conversation.messages()).length).toBe(2);
  });
});
