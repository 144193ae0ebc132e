import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { isolatedTmux } from '../../../src/testing/isolated-tmux.js';
import { scriptedProgram } from '../../../src/testing/scripted-program.js';
import { connect } from '../../../src/tmux/connect.js';
import { patience } from '../../patience.js';

/** A server that does not let a client stay: every command goes by a process of its own. */
const REFUSING = "set-hook -g client-attached 'detach-client'";

describe('without control mode', () => {
  it('many who ask at once leave no warning behind', async () => {
    await using server = await isolatedTmux({ config: REFUSING });
    await using tmux = await connect(server.address, patience);
    const warnings: Error[] = [];
    const note = (warning: Error): unknown => warnings.push(warning);
    process.on('warning', note);
    try {
      const lists = await Promise.all(Array.from({ length: 25 }, () => tmux.sessions()));
      expect(lists).toHaveLength(25);
      // Node tells of them a moment later.
      await new Promise((resolve) => setImmediate(resolve));
    } finally {
      process.off('warning', note);
    }
    expect(warnings).toEqual([]);
  });

  it('says so, and commands, handles and input still work', async () => {
    await using server = await isolatedTmux({ config: REFUSING });
    const reasons: string[] = [];
    await using tmux = await connect(server.address, patience);
    tmux.on('degraded', (reason) => reasons.push(reason));
    expect(tmux.mode).toBe('one-shot');
    const session = await tmux.ensureSession('main');
    const pane = await session.newWindow({ name: 'a;', command: ['cat'] });
    expect((await session.windows()).map(({ name }) => name)).toContain('a;');
    await pane.sendText('text; with #{pid} é;');
    await pane.sendKeys('Enter');
    await pane.waitForText('text; with #{pid} é;\ntext; with #{pid} é;');
    await pane.paste('pasted');
    await pane.waitForText('pasted');
    const raw = await session.newWindow({
      command: ['sh', '-c', 'stty raw -echo; printf ready; head -c 30000 | cksum; cat'],
    });
    await raw.waitForText('ready');
    const long = Array.from({ length: 5_000 }, (_, i) => String(100_000 + i)).join('');
    await raw.sendText(long);
    await raw.waitForText(cksum(long));
    await expect(tmux.command('kill-session', '-t', '=nothing')).rejects.toMatchObject({
      code: 'SESSION_NOT_FOUND',
    });
    await expect(tmux.command('set-buffer', 'x'.repeat(20_000))).rejects.toMatchObject({
      code: 'COMMAND_TOO_LARGE',
    });
    expect(await tmux.command('list-buffers')).toEqual([]);
  });

  it('waits by looking now and then', async () => {
    await using server = await isolatedTmux({ config: `${REFUSING}\nset -g remain-on-exit on` });
    const session = await server.tmux.ensureSession('main');
    const program = scriptedProgram([
      { readLine: true, prompt: 'go? ' },
      { print: 'went\n' },
      { sleepMs: 300 },
      { exit: 4 },
    ]);
    const pane = await session.newWindow({ command: program });
    await pane.waitForCursorLine('go?');
    await pane.sendKeys('Enter');
    await pane.waitForText('went');
    expect(await pane.waitForExit()).toMatchObject({ status: 4 });
  });

  it('goes back to control mode when it can be had', async () => {
    await using server = await isolatedTmux({ config: REFUSING });
    await using tmux = await connect(server.address, patience);
    expect(tmux.mode).toBe('one-shot');
    await tmux.command('set-hook', '-gu', 'client-attached');
    await tmux.open();
    expect(tmux.mode).toBe('control');
    expect(tmux.server?.pid).toBeGreaterThan(0);
  });

  it('does without it where the caller says so', async () => {
    await using server = await isolatedTmux();
    await using tmux = await connect(server.address, { ...patience, control: false });
    expect(tmux.mode).toBe('one-shot');
    const session = await tmux.ensureSession('main');
    const pane = await session.newWindow({ command: ['cat'] });
    await pane.sendText('hello\n');
    await pane.waitForText('hello\nhello');
    await expect(pane.text().live).rejects.toMatchObject({ code: 'CONTROL_MODE_REFUSED' });
    expect(await server.tmux.command('list-clients')).toHaveLength(1);
  });

  it('does not wait for a server that hangs when it is closed', async () => {
    await using server = await isolatedTmux();
    const pid = server.tmux.server?.pid ?? 0;
    const tmux = await connect(server.address, { ...patience, control: false });
    process.kill(pid, 'SIGSTOP');
    try {
      const asked = tmux.sessions().catch((error: unknown) => error);
      await tmux.close();
      expect(await asked).toMatchObject({ code: 'CLOSED' });
    } finally {
      process.kill(pid, 'SIGCONT');
    }
  });
});

/** What the program of this name prints for a text. */
function cksum(text: string): string {
  return execFileSync('cksum', { input: text }).toString().trim();
}
