import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { SendResult } from '../../../src/delivery/send-result.js';
import { type AgentServer, agentServer } from './scripted-agent.js';

// A terminal shows what is typed, and goes on to the next line at Enter, also where no program reads it.
describe('sendText to a terminal that nobody reads', () => {
  let agents: AgentServer;
  let folder: string;
  let go: string;

  beforeAll(async () => {
    agents = await agentServer();
    folder = await mkdtemp(join(tmpdir(), 'muxwright-readers-'));
    go = join(folder, 'go');
  });

  afterAll(async () => {
    await agents[Symbol.asyncDispose]();
    await rm(folder, { recursive: true });
  });

  afterEach(() => rm(go, { force: true }));

  /** On a busy machine a program may begin to read after all patience: then nothing was sent, and it is sent again. */
  async function submitted(pane: string, text: string, first: Promise<SendResult>): Promise<void> {
    let result = await first;
    while (!result.success && result.errorCode === 'INPUT_NOT_FOUND')
      result = await agents.bridge.sendText(pane, text);
    expect(result).toMatchObject({ status: 'submitted' });
  }

  it.each([
    ['shows nothing', ['sleep', '600']],
    ['shows a prompt', ['sh', '-c', 'printf "> "; exec sleep 600']],
  ])('types nothing where the screen %s', async (_, command) => {
    const pane = await agents.run(command);
    const result = await agents.bridge.sendText(pane.id, 'hello');
    expect(result).toMatchObject({ success: false, errorType: 'SEND_FAILED', errorCode: 'INPUT_NOT_FOUND' });
    expect(result.receipt).toBeUndefined();
    expect(await pane.capture()).not.toContain('hello');
  });

  it('types nothing into a program that takes single keys and shows no input field', async () => {
    const keys =
      'import os, tty; tty.setraw(0); print("a game", end="", flush=True); os.read(0, 1); print("got a key")';
    const pane = await agents.run(['python3', '-c', keys]);
    await pane.waitForText('a game');
    const result = await agents.bridge.sendText(pane.id, 'hello');
    expect(result).toMatchObject({ success: false, errorCode: 'INPUT_NOT_FOUND' });
    expect(await pane.capture()).not.toContain('got a key');
  });

  it('waits for the program that begins to read, and takes nothing that was typed before', async () => {
    const waits = `import os, termios, time
while not os.path.exists(${JSON.stringify(go)}): time.sleep(0.01)
termios.tcflush(0, termios.TCIFLUSH)
print("got", input())
time.sleep(600)`;
    const pane = await agents.run(['python3', '-c', waits]);
    const sending = agents.bridge.sendText(pane.id, 'hello');
    // Long enough for text that is typed at once to be there, and to be thrown away.
    await pane.waitForQuiet(500);
    await writeFile(go, '');
    await submitted(pane.id, 'hello', sending);
    await pane.waitForText('got hello');
  });

  it('goes to the program that a chain of others starts, not to one of these', async () => {
    const later = `until [ -e '${go}' ]; do sleep 0.01; done; exec env nice sh -c 'exec python3 -q'`;
    const pane = await agents.run(['sh', '-c', later]);
    const text = 'print("from", "python")';
    const sending = agents.bridge.sendText(pane.id, text);
    await pane.waitForQuiet(200);
    await writeFile(go, '');
    await submitted(pane.id, text, sending);
    await pane.waitForText('from python');
  });

  it('types nothing into a program that ends without having read', async () => {
    const pane = await agents.run(['sh', '-c', `until [ -e '${go}' ]; do sleep 0.01; done`]);
    const sending = agents.bridge.sendText(pane.id, 'hello');
    await pane.waitForQuiet(200);
    await writeFile(go, '');
    const result = await sending;
    expect(result).toMatchObject({ success: false, errorType: 'PANE_NOT_FOUND' });
    expect(result.receipt).toBeUndefined();
  });
});
