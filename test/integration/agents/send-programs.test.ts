import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Pane } from '../../../src/tmux/pane.js';
import { type AgentServer, agentServer } from './scripted-agent.js';

const long = 'a line that is long enough to be pasted instead of typed, 0123456789 0123456789';

describe('sendText to programs that nobody described', () => {
  let agents: AgentServer;

  beforeAll(async () => {
    agents = await agentServer();
  });

  afterAll(() => agents[Symbol.asyncDispose]());

  async function send(pane: Pane, text: string): Promise<void> {
    expect(await agents.bridge.sendText(pane.id, text)).toMatchObject({ success: true, status: 'submitted' });
  }

  /** Resolves when a program has answered, and shows its prompt again. */
  async function answers(pane: Pane, answer: RegExp, prompt: RegExp): Promise<void> {
    await pane.waitForScreen(
      ({ rows, cursor }) => rows.some((row) => answer.test(row)) && prompt.test(rows[cursor.y] ?? ''),
    );
  }

  /** A `cat` that has begun: what is typed before is shown by the terminal alone. */
  async function runCat(): Promise<Pane> {
    const pane = await agents.run(['cat']);
    await expect.poll(async () => (await pane.info()).command).toBe('cat');
    return pane;
  }

  it.each([
    ['sh', ['sh', '-i']],
    ['bash', ['bash', '--norc', '-i']],
  ])('runs commands in a plain %s', async (_, command) => {
    const pane = await agents.run(command);
    await pane.waitForCursorLine(/[$#] ?$/);
    await send(pane, 'echo one-$((1 + 1))');
    await answers(pane, /^one-2$/, /[$#] ?$/);
    await send(pane, `echo '${long}' | wc -c`);
    await answers(pane, /^80$/, /[$#] ?$/);
    await send(pane, 'true');
    await pane.waitForCursorLine(/[$#] ?$/);
  });

  it('waits for no prompt: a command that runs on has been taken', async () => {
    const pane = await agents.run(['sh', '-i']);
    await pane.waitForCursorLine(/[$#] ?$/);
    await send(pane, 'sleep 600');
  });

  it('writes lines to cat', async () => {
    const pane = await runCat();
    await send(pane, 'hello');
    await pane.waitForText(/hello\nhello/);
    await send(pane, long);
    await pane.waitForText(`${long}\n${long}`);
    await send(pane, 'two\nlines');
    await pane.waitForText(/^lines$/m);
  });

  it('talks to an interpreter', async () => {
    const pane = await agents.run(['python3', '-q']);
    await pane.waitForCursorLine('>>>');
    await send(pane, '6 * 7');
    await answers(pane, /^42$/, /^>>> ?$/);
    await send(pane, `len('${'x'.repeat(300)}')`);
    await pane.waitForText(/^300$/m);
  });

  it('keeps a secret out of what tmux remembers', async () => {
    const pane = await runCat();
    const result = await agents.bridge.sendText(pane.id, 'correct horse battery staple', { secret: true });
    expect(result).toMatchObject({ success: true });
    const messages = await agents.server.tmux.command('show-messages');
    expect(messages.join('\n')).not.toContain('horse');
    expect((await agents.server.tmux.command('list-buffers')).join('')).toBe('');
  });

  it('takes the exit status of a shell that was told to exit for proof', async () => {
    const pane = await agents.run(['sh', '-i']);
    await pane.waitForCursorLine(/[$#] ?$/);
    await send(pane, 'exit');
    // That the line was taken can be seen before the shell has ended.
    await expect.poll(() => pane.exists()).toBe(false);
  });

  it('refuses a shell whose line somebody has begun', async () => {
    const pane = await agents.run(['bash', '--norc', '-i']);
    await pane.waitForCursorLine(/[$#] ?$/);
    await pane.sendText('rm -rf ');
    await pane.waitForCursorLine('rm -rf');
    const result = await agents.bridge.sendText(pane.id, 'echo hello');
    expect(result).toMatchObject({ success: false, errorCode: 'INPUT_NOT_EMPTY' });
    expect(await agents.bridge.sendText(pane.id, 'echo hel-$((2*2))', { ifNotEmpty: 'clear' })).toMatchObject(
      {
        status: 'submitted',
      },
    );
    await pane.waitForText(/^hel-4$/m);
  });
});
