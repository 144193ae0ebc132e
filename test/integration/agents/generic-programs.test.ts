import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type AgentScreen, classifyScreen } from '../../../src/panes/profiles/classify-screen.js';
import { loadProfiles, profileFor } from '../../../src/panes/profiles/profile.js';
import { isolatedTmux } from '../../../src/testing/isolated-tmux.js';
import { scriptedProgram } from '../../../src/testing/scripted-program.js';
import type { Pane } from '../../../src/tmux/pane.js';

const generic = profileFor(await loadProfiles(), { command: '', title: '', name: 'generic' });

async function look(pane: Pane): Promise<AgentScreen> {
  return classifyScreen(generic, await pane.styledScreen());
}

/** Programs that nobody wrote a profile for. */
describe('the generic profile on real programs', () => {
  it('reads the line of bash, typed and empty, also where it wraps', async () => {
    await using server = await isolatedTmux();
    const session = await server.tmux.ensureSession('narrow', { size: { width: 30, height: 10 } });
    const pane = await session.newWindow({
      command: ['env', 'PS1=me@here:~$ ', 'bash', '--norc', '--noprofile'],
    });
    await pane.waitForCursorLine(/\$ ?$/);
    expect(await look(pane)).toMatchObject({ state: 'idle', confidence: 'likely', input: { text: '' } });
    const text = 'echo one two three four five six seven';
    await pane.sendText(text);
    await pane.waitForCursorLine('seven');
    expect(await look(pane)).toMatchObject({ state: 'typing', input: { text, ghost: '' } });
  });

  it('tells what fish suggests from what was typed [B8]', async () => {
    // Before the server, so that it is removed after its programs have ended: a shell writes its history then.
    await using folder = await temporaryFolder();
    await using server = await isolatedTmux();
    const session = await server.tmux.ensureSession('main');
    const prompt = 'function fish_prompt; echo "> "; end; set fish_greeting';
    const pane = await session.newWindow({
      command: ['env', `HOME=${folder.path}`, `XDG_CONFIG_HOME=${folder.path}`, 'fish', '-C', prompt],
    });
    await pane.waitForCursorLine(/^> ?$/);
    await pane.sendText('echo a long and winding command');
    await pane.sendKeys('Enter');
    await pane.waitForText(/^a long and winding command$/m);
    await pane.waitForCursorLine(/^> ?$/);
    await pane.sendText('echo a lo');
    // From the first letter on it suggests the same line.
    await expect
      .poll(() => look(pane))
      .toMatchObject({
        state: 'typing',
        input: { text: 'echo a lo', ghost: 'ng and winding command' },
      });
  });

  it('reads the prompt of python', async () => {
    await using server = await isolatedTmux();
    const session = await server.tmux.ensureSession('main');
    const pane = await session.newWindow({ command: ['python3', '-q'] });
    await pane.waitForCursorLine('>>>');
    expect(await look(pane)).toMatchObject({ state: 'idle', input: { text: '' } });
    await pane.sendText('6 * 7');
    await pane.waitForCursorLine('6 * 7');
    expect(await look(pane)).toMatchObject({ state: 'typing', input: { text: '6 * 7' } });
  });

  it('sees questions of line programs before anything is typed', async () => {
    await using server = await isolatedTmux();
    const session = await server.tmux.ensureSession('main');
    const ask = async (prompt: string, hidden = false): Promise<AgentScreen> => {
      const pane = await session.newWindow({
        command: scriptedProgram([{ readLine: true, prompt, hidden }]),
      });
      await pane.waitForCursorLine(prompt.trimEnd());
      return look(pane);
    };
    expect(await ask('Overwrite notes.txt? [y/N] ')).toMatchObject({ state: 'permission' });
    expect(await ask('Password: ', true)).toMatchObject({ state: 'question', input: { text: '' } });
    expect(await ask('Your name: ')).toMatchObject({
      state: 'idle',
      confidence: 'guess',
      input: { text: '' },
    });
  });

  it('sees that less and vim take no text', async () => {
    await using server = await isolatedTmux();
    const session = await server.tmux.ensureSession('main');
    const less = await session.newWindow({ command: ['sh', '-c', 'seq 200 | env -u LESS less'] });
    await less.waitForCursorLine(/^:$/);
    expect(await look(less)).toMatchObject({ state: 'question', confidence: 'guess' });
    const vim = await session.newWindow({ command: ['vim', '-u', 'NONE', '-N'] });
    // It is done with painting when the cursor is back in its text.
    await vim.waitForScreen(
      ({ rows, cursor }) => rows.some((row) => row.includes('VIM')) && cursor.x === 0 && cursor.y === 0,
    );
    expect(await look(vim)).toMatchObject({ state: 'unknown', input: undefined });
  });
});

async function temporaryFolder(): Promise<AsyncDisposable & { readonly path: string }> {
  const path = await mkdtemp(join(tmpdir(), 'muxwright-test-'));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}
