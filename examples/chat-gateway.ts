// A chat gateway: every chat has a tmux session in which its prompts are answered one after the other, by `claude -p`
// or, here, by a command that needs no account. The gateway may be restarted at any time: what was sent is still
// answered, and the next process finds the sessions.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { watch } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ChatSessions } from 'muxwright';

const answers = await mkdtemp(join(tmpdir(), 'chat-gateway-'));
const chats = new ChatSessions({
  host: 'local?socket=demo', // or docker://NAME
  // REQUEST_ID is in the environment of each prompt; an answer is there when its file has its final name.
  command: `printf '%s' {prompt} | tr a-z A-Z > "${answers}/$REQUEST_ID.part" && mv "${answers}/$REQUEST_ID.part" "${answers}/$REQUEST_ID"`,
  store: false,
});

const replies = await Promise.all([
  chat('alice', 'r1', 'hello'),
  chat('alice', 'r2', 'it\'s "me" again, $HOME'),
  chat('bob', 'r3', 'two\nlines'),
]);
assert.deepEqual(replies, ['HELLO', 'IT\'S "ME" AGAIN, $HOME', 'TWO\nLINES']);

const sessions = await chats.list();
assert.deepEqual(sessions.map(({ sessionName }) => sessionName).sort(), [
  'claude-gateway-alice',
  'claude-gateway-bob',
]);
console.log(replies.join('\n'));

for (const { sessionName } of sessions) await chats.kill(sessionName);
await chats.close();
await rm(answers, { recursive: true });

/** One message of a person, and what is answered. */
async function chat(chatId: string, requestId: string, prompt: string): Promise<string> {
  const answered = watch(answers);
  const session = await chats.open('gateway', chatId);
  await chats.send(session, prompt, { requestId, chatId, workspace: 'gateway' });
  for (;;) {
    // Listened for before the look, so that no answer is missed.
    const changed = once(answered, 'change');
    const text = await readFile(join(answers, requestId), 'utf8').catch(() => undefined);
    if (text !== undefined) {
      answered.close();
      return text;
    }
    await changed;
  }
}
