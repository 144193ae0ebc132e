import { describe, expect, it } from 'vitest';
import { isolatedTmux } from '../../../src/testing/isolated-tmux.js';
import { connect } from '../../../src/tmux/connect.js';
import { openRuns } from './open-runs.js';

const here = { address: 'local', options: { timeoutMs: 60_000 } };

describe('a wait while the tmux server hangs', () => {
  it('ends at its own deadline, though no command of the connection ever does', async () => {
    await using server = await isolatedTmux({ commandTimeoutMs: 0 });
    const session = await server.tmux.ensureSession('work');
    const pane = await session.newWindow({ command: ['cat'] });
    const pid = server.tmux.server?.pid ?? 0;
    process.kill(pid, 'SIGSTOP');
    try {
      for (const wait of [
        pane.waitForText('never', { timeoutMs: 100 }),
        pane.waitForQuiet(60_000, { timeoutMs: 100 }),
        pane.waitForExit({ timeoutMs: 100 }),
      ])
        await expect(wait).rejects.toMatchObject({ code: 'TIMEOUT', details: { timeoutMs: 100 } });
    } finally {
      process.kill(pid, 'SIGCONT');
    }
    expect(await server.tmux.command('display-message', '-p', 'again')).toEqual(['again']);
  });
});

describe('a command that takes too long', () => {
  it.each([[true], [false]])(
    'is told with a duration that people can read (control mode: %s)',
    async (control) => {
      await using server = await isolatedTmux();
      await using tmux = await connect(server.address, { control, commandTimeoutMs: 1_234.567_891_234_5 });
      const [pid = ''] = await tmux.command('display-message', '-p', '#{pid}');
      process.kill(Number(pid), 'SIGSTOP');
      try {
        // The second one has only what the first one, which finds the connection, leaves of its time.
        for (const command of ['list-panes', 'kill-session']) {
          const error: unknown = await tmux.command(command).catch((thrown: unknown) => thrown);
          expect(error).toMatchObject({
            code: 'TIMEOUT',
            message: expect.stringMatching(/ took longer than 1(\.\d)? s\.$/),
            details: { timeoutMs: expect.toSatisfy(Number.isInteger) },
          });
        }
      } finally {
        process.kill(Number(pid), 'SIGCONT');
      }
    },
  );
});

describe('a run that ends before what is waited for', () => {
  it('is told with the text in quotes, and with its code', async () => {
    await using runs = await openRuns(here);
    const run = await runs.automation.start(runs.address, 'echo no; exit 3', { interactive: false });
    await expect(run.waitForText('never')).rejects.toMatchObject({
      code: 'RUN_ENDED',
      message: expect.stringContaining(`Run ${run.id} ended with 3 before it printed 'never'.`),
    });
  });

  it('is told to be lost where its server was killed', async () => {
    await using runs = await openRuns(here);
    const run = await runs.automation.start(runs.address, 'echo up; exec cat', { interactive: false });
    await run.waitForText('up');
    const waiting = expect(run.waitForText('never')).rejects.toMatchObject({
      code: 'RUN_ENDED',
      message: expect.stringContaining('was lost, because its window or its tmux server was closed'),
    });
    await runs.tmux.killServer();
    await waiting;
  });
});
