import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { judgeTerminal } from '../../../src/hosts/waiting/judge-terminal.js';
import { probeTerminal } from '../../../src/hosts/waiting/probe-terminal.js';
import { isolatedTmux } from '../../../src/testing/isolated-tmux.js';

/** Programs that nobody wrote for us. */
describe('real programs', () => {
  it('edits and saves a file in vim', async () => {
    await using server = await isolatedTmux();
    await using folder = await temporaryFolder();
    const session = await server.tmux.ensureSession('main');
    const file = join(folder.path, 'notes.txt');
    const pane = await session.newWindow({ command: ['vim', '-u', 'NONE', '-N', file] });
    await pane.waitForText('[New');
    await pane.sendText('ifirst line\nsecond é');
    await pane.sendKeys('Escape');
    await pane.sendText('yyp');
    await pane.sendText(':wq');
    await pane.waitForCursorLine(':wq');
    await pane.sendKeys('Enter');
    await pane.waitForExit();
    expect(await readFile(file, 'utf8')).toBe('first line\nsecond é\nsecond é\n');
  });

  it('pages through a text in less, and leaves the alternate screen with it', async () => {
    await using server = await isolatedTmux();
    await using folder = await temporaryFolder();
    const file = join(folder.path, 'long.txt');
    await writeFile(file, Array.from({ length: 300 }, (_, i) => `row ${i + 1}`).join('\n'));
    const session = await server.tmux.ensureSession('main');
    const pane = await session.newWindow({
      command: ['sh', '-c', 'env -u LESS less "$1"; exec cat', 'sh', file],
    });
    const first = await pane.waitForText('row 20');
    expect(first.alternate).toBe(true);
    await pane.sendKeys('Space');
    await pane.waitForText('row 40');
    await pane.sendText('/row 200');
    await pane.sendKeys('Enter');
    await pane.waitForText('row 200');
    await pane.sendKeys('q');
    await pane.waitForScreen((screen) => !screen.alternate);
  });

  it('talks to a python prompt', async () => {
    await using server = await isolatedTmux();
    const session = await server.tmux.ensureSession('main');
    const pane = await session.newWindow({ command: ['python3', '-q'] });
    await pane.waitForCursorLine('>>>');
    await pane.paste('def double(x):\n    return x * 2\n\n');
    await pane.sendText('double(21)');
    await pane.sendKeys('Enter');
    await pane.waitForText(/^42$/m);
    await pane.sendText('input("name? ")');
    await pane.sendKeys('Enter');
    await pane.waitForCursorLine(/^name\? ?$/);
    // An interrupt that comes between its prompt and its wait for input is forgotten until the next key.
    const { pid } = await pane.info();
    const state = async (): Promise<string> => judgeTerminal(await probeTerminal(server.host, pid)).state;
    await expect.poll(state).toBe('waiting');
    await pane.sendKeys('C-c');
    await pane.waitForText('KeyboardInterrupt');
    await pane.sendKeys('C-d');
    await pane.waitForExit();
  });

  it('makes a key with ssh-keygen, whose passphrase no screen shows', async () => {
    await using server = await isolatedTmux();
    await using folder = await temporaryFolder();
    const session = await server.tmux.ensureSession('main');
    await server.tmux.globalOptions.set('remain-on-exit', 'on');
    const file = join(folder.path, 'key');
    const pane = await session.newWindow({ command: ['ssh-keygen', '-t', 'ed25519', '-f', file] });
    const stream = pane.text();
    await stream.live;
    for (const prompt of [/Enter passphrase/, /Enter same passphrase again/]) {
      await pane.waitForCursorLine(prompt);
      await pane.sendText('correct horse');
      await pane.sendKeys('Enter');
    }
    expect(await pane.waitForExit()).toMatchObject({ status: 0 });
    await stream.close();
    let printed = '';
    for await (const event of stream) if (event.type === 'output') printed += event.data;
    expect(printed).not.toContain('correct horse');
    expect(await readFile(file, 'utf8')).toContain('OPENSSH PRIVATE KEY');
  });
});

async function temporaryFolder(): Promise<{ path: string } & AsyncDisposable> {
  const path = await mkdtemp(join(tmpdir(), 'muxwright-test-'));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}
