// A language model with a terminal of its own: it writes tags into its answers, the loop carries them out and gives it
// the results, until an answer has no tag any more. Windows and programs stay between its messages.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, Workspace } from 'muxwright';

interface Message {
  readonly role: 'user' | 'assistant';
  readonly content: string;
}

const folder = await mkdtemp(join(tmpdir(), 'model-loop-'));
const workspace = new Workspace({ host: 'local?socket=demo', config: { session: 'model-loop', folder } });

const messages: Message[] = [{ role: 'user', content: 'How many lines does the log of the server have?' }];
for (let turn = 0; turn < 10; turn++) {
  const content = await model(messages);
  messages.push({ role: 'assistant', content });
  console.log(content);
  const results = await workspace.answerTags(content);
  if (results.length === 0) break;
  const answers = results.map(({ response }) => JSON.stringify(response));
  messages.push({ role: 'user', content: answers.join('\n') });
}

assert.equal(messages.at(-1)?.content, 'The log has 5 lines.');
assert(
  messages.some(({ content }) => content.includes('Pane 0.7 not found')),
  'mistakes are answered, too',
);

await workspace.close();
await using client = await connect('local?socket=demo');
await (await client.findSession('model-loop'))?.kill();
await rm(folder, { recursive: true });

/** Stands for a call of your model: says the next thing, and reads the last result. Its second turn has a mistake. */
async function model(conversation: readonly Message[]): Promise<string> {
  const last = conversation.at(-1)?.content ?? '';
  const answers = [
    'I start it: <capability name="tmux" action="send" command="seq 5 > log; echo started" wait="end" />',
    'Let me look: <capability name="tmux" action="read" pane="0.7" lines="5" />',
    'That pane is not there. <capability name="tmux" action="send" command="wc -l < log" wait="end" />',
    `The log has ${/"output":"\s*(\d+)/.exec(last)?.[1]} lines.`,
  ];
  return answers[(conversation.length - 1) / 2] ?? 'I am done.';
}
