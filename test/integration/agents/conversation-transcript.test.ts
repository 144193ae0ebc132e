import { appendFile, copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { conversationOf } from '../../../src/conversations/conversation-of.js';
import { lastTranscriptMessage, transcriptMessages } from '../../../src/conversations/transcript-messages.js';
import { type IsolatedTmux, isolatedTmux } from '../../../src/testing/isolated-tmux.js';
import { chatProfile, Listener, say, startChat } from './chat-program.js';

const fixtures = fileURLToPath(new URL('../../fixtures/transcripts/', import.meta.url));

describe('the transcript file of an agent', () => {
  let server: IsolatedTmux;
  let folder: string;

  beforeAll(async () => {
    server = await isolatedTmux();
    folder = await mkdtemp(join(tmpdir(), 'muxwright-transcript-'));
  });

  afterAll(async () => {
    await server[Symbol.asyncDispose]();
    await rm(folder, { recursive: true });
  });

  it.each(['claude-code', 'codex'])('of %s has the messages word for word', async (agent) => {
    const { messages, next, size } = await transcriptMessages(server.host, `${fixtures}${agent}.jsonl`);
    const short = messages.map(({ role, text }) => `${role}: ${text.split('\n')[0]?.slice(0, 40)}`);
    expect(short.slice(0, 4)).toEqual([
      'user: hello agent',
      'agent: ECHO: hello agent',
      'user: explain it REPLY=markdown CHUNK=15',
      'agent: Here is what I found. The retry loop in ',
    ]);
    expect(short).toContain('agent: I will run a command.');
    expect(short).toContain(
      agent === 'codex' ? 'tool: exec_command(sleep 2; touch x)' : 'tool: Bash(sleep 2; touch x)',
    );
    expect(short.slice(-2)).toEqual(['user: final words', 'agent: ECHO: final words']);
    expect(messages[3]?.text).toContain('```ts\nfunction onSuccess(worker: Worker): void {');
    expect(next).toBe(size);
    expect(new Set(messages.map(({ id }) => id)).size).toBe(messages.length);
    expect(await lastTranscriptMessage(server.host, `${fixtures}${agent}.jsonl`)).toBe('ECHO: final words');
  });

  it('leaves out a prompt that was taken back', async () => {
    const { messages } = await transcriptMessages(server.host, `${fixtures}claude-code.jsonl`);
    expect(messages.some(({ text }) => text.startsWith('never mind'))).toBe(false);
  });

  it('is read on from where it ended, and a half line not before it is whole', async () => {
    const path = join(folder, 'grows.jsonl');
    const said = (text: string): string =>
      `${JSON.stringify({ type: 'user', message: { content: text } })}\n`;
    const half = Math.floor(said('second').length / 2);
    await writeFile(path, said('first ✓') + said('second').slice(0, half));
    const first = await transcriptMessages(server.host, path);
    expect(first.messages.map(({ text }) => text)).toEqual(['first ✓']);
    await appendFile(path, said('second').slice(half));
    const second = await transcriptMessages(server.host, path, { from: first.next });
    expect(second.messages.map(({ text }) => text)).toEqual(['second']);
    await writeFile(path, said('anew'));
    const third = await transcriptMessages(server.host, path, { from: second.next });
    expect(third.messages.map(({ text }) => text)).toEqual(['anew']);
  });

  it('is read in pieces where it is large, past lines that are too long', async () => {
    const path = join(folder, 'large.jsonl');
    const said = (text: string): string =>
      `${JSON.stringify({ type: 'user', message: { content: text } })}\n`;
    await writeFile(path, said('one') + said('x'.repeat(5_000)) + said('two'));
    const texts: string[] = [];
    let from = 0;
    for (let reads = 0; reads < 50; reads++) {
      const { messages, next, size } = await transcriptMessages(server.host, path, { from, maxBytes: 1_000 });
      texts.push(...messages.map(({ text }) => text));
      from = next;
      if (next === size) break;
    }
    expect(texts).toEqual(['one', 'two']);
  });

  it('is a better source than the screen, and is followed as it grows', async () => {
    const path = join(folder, 'conversation.jsonl');
    await copyFile(`${fixtures}claude-code.jsonl`, path);
    const pane = await startChat(server, { answers: ['Yes.'] });
    const transcript = { host: server.host, path };
    const conversation = await conversationOf({ pane, profile: chatProfile, transcript });
    expect(conversation.source).toBe('transcript');
    expect(await conversation.last()).toBe('ECHO: final words');
    expect((await conversation.messages()).at(-1)?.text).toBe('ECHO: final words');
    const stream = conversation.watch();
    await stream.live;
    const heard = new Listener(pane, stream);
    const secret = { type: 'assistant', uuid: 'a9', message: { content: 'The password=hunter22.' } };
    await appendFile(path, `${JSON.stringify(secret)}\n`);
    await say(pane, 'is it?');
    await heard.answers(1);
    await heard.stop();
    expect(heard.told).toEqual(['agent: The password=****']);
    expect(heard.events.map(({ type }) => type)).toEqual(['message', 'done']);
    expect(await readFile(path, 'utf8')).toContain('hunter22');
  });
});
