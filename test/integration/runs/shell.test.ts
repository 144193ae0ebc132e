import { describe, expect, it } from 'vitest';
import { attachShell, openShell } from '../../../src/shells/open-shell.js';
import { sized } from '../../soak.js';
import { differentTools, usePlace } from '../tmux/places.js';

/** No configuration of whoever runs the tests. */
const env = { HOME: '/nonexistent' };

describe.each(differentTools)('exec in a shell on $name', (place) => {
  const start = usePlace(place);

  it('returns output and exit code, and keeps folder and environment for the next command', async () => {
    await using server = await start();
    const session = await server.tmux.ensureSession('work');
    const shell = await openShell(session, { name: 'my shell', cwd: '/', env: { ...env, GIVEN: 'a b' } });
    expect((await shell.pane.info()).windowName).toBe('my shell');
    expect(await shell.exec('cd /tmp && export A=1')).toMatchObject({ code: 0, output: '', cwd: '/tmp' });
    expect(await shell.exec('echo "$A $PWD $GIVEN"; false')).toMatchObject({
      code: 1,
      output: '1 /tmp a b\n',
      raw: Buffer.from('1 /tmp a b\n'),
      truncated: false,
      exited: false,
    });
    expect(await shell.exec('echo "$? $OLDPWD"')).toMatchObject({ code: 0, output: '1 /\n' });
  });

  it('loses nothing of megabytes without a word, and takes commands of any length', async () => {
    await using server = await start();
    const shell = await openShell(await server.tmux.ensureSession('work'), { shell: 'sh', env });
    expect(await shell.exec('seq 1 8000')).toMatchObject({ output: numbers(8_000), truncated: false });
    const last = place === differentTools[0] ? 150_000 : sized(30_000, 150_000);
    const { output, truncated, screen } = await shell.exec(`seq 1 ${last}`);
    // Where the machine is too busy to take all of it for seconds, tmux lets go of the rest, and that is told.
    if (truncated) expect(screen).toMatch(new RegExp(`^${last - 1}\\n${last}$`, 'm'));
    else expect(output).toBe(numbers(last));
    const long = 'é\'"\\$`!%~#\t'.repeat(3_000);
    const quoted = `'${long.replaceAll("'", `'\\''`)}'`;
    expect((await shell.exec(`printf %s ${quoted}`)).raw.equals(Buffer.from(long))).toBe(true);
  });

  it('tells how the shell ended, and that it is gone', async () => {
    await using server = await start();
    const session = await server.tmux.ensureSession('work');
    for (const shellName of ['sh', undefined]) {
      const shell = await openShell(session, shellName === undefined ? { env } : { shell: shellName, env });
      expect(await shell.exec('seq 1 20000; exit 3')).toMatchObject({
        code: 3,
        output: numbers(20_000),
        exited: true,
      });
      await expect(shell.exec('echo')).rejects.toMatchObject({
        code: expect.stringMatching(/^PANE_(DEAD|NOT_FOUND)$/),
      });
    }
  });

  it('interrupts a command that takes too long, and goes on', async () => {
    await using server = await start();
    const shell = await openShell(await server.tmux.ensureSession('work'), { env });
    await expect(shell.exec('echo begun; sleep 600', { timeoutMs: 20_000 })).rejects.toMatchObject({
      code: 'TIMEOUT',
      details: {
        usable: true,
        output: expect.stringMatching(/^begun\n/),
        screen: expect.stringContaining('begun'),
      },
    });
    expect(await shell.exec('echo next')).toMatchObject({ code: 0, output: 'next\n' });
  });

  it('leaves no file behind, and none of its words in the environment of programs', async () => {
    await using server = await start();
    const made = await server.host.script('mktemp -d');
    const TMPDIR = made.stdout.toString().trim();
    const shell = await openShell(await server.tmux.ensureSession('work'), { env: { ...env, TMPDIR } });
    expect((await shell.exec('env')).output).not.toMatch(/MUXWRIGHT|__mux|ZDOTDIR|^ENV=/m);
    expect(await shell.exec('rmdir "$TMPDIR"')).toMatchObject({ code: 0, output: '' });
  });

  it('is found again by its pane', async () => {
    await using server = await start();
    const session = await server.tmux.ensureSession('work');
    const shell = await openShell(session, { env });
    await shell.exec('cd /tmp; KEPT=yes');
    await shell.close();
    await using again = await attachShell(server.tmux.pane(shell.pane.id));
    expect(again.kind).toBe(shell.kind);
    expect(await again.exec('echo "$KEPT"')).toMatchObject({ output: 'yes\n', cwd: '/tmp' });
    const stranger = await session.newWindow({ command: ['cat'] });
    await expect(attachShell(stranger)).rejects.toMatchObject({ code: 'SHELL_NOT_INTEGRATED' });
  });
});

function numbers(last: number): string {
  return Array.from({ length: last }, (_, i) => `${i + 1}\n`).join('');
}
