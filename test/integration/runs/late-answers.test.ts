import { describe, expect, it } from 'vitest';
import { openRuns } from './open-runs.js';

const here = { address: 'local', options: { timeoutMs: 60_000 } } as const;

describe('an answer to a run that has ended', () => {
  it.each([
    ['by whoever follows it', true],
    ['by another process', false],
  ])(
    'is refused, and not carried out by the shell that stays, where it is sent %s',
    async (_whom, follows) => {
      await using runs = await openRuns(here);
      const run = await runs.automation.start(runs.tmux, 'echo over', { login: false });
      await run.finished();
      const sender = follows ? run : await runs.another().get(runs.tmux, run.id);
      const refused = {
        code: 'RUN_ENDED',
        message: expect.stringContaining('input sent to it would not be read'),
      };
      await expect(sender.send(`touch ${runs.folder}/carried-out`)).rejects.toMatchObject(refused);
      await expect(sender.send('hunter2-pass', { secret: true })).rejects.toMatchObject(refused);
      await expect(sender.sendKeys('Enter')).rejects.toMatchObject(refused);
      // The shell reads in order: what comes behind shows that nothing was before it.
      await runs.automation.sendInput(runs.tmux, run.paneId, 'echo "typed" "here"');
      const pane = runs.tmux.pane(run.paneId);
      await pane.waitForText('typed here', { timeoutMs: 60_000 });
      expect(await pane.capture({ history: 'all' })).not.toMatch(/touch|hunter2/);
      expect((await runs.host.files.list(runs.folder)).map(({ name }) => name)).not.toContain('carried-out');
    },
  );

  it('is refused as one whose pane is gone with it', async () => {
    await using runs = await openRuns(here);
    const run = await runs.automation.start(runs.tmux, 'exit 3', { interactive: false });
    await run.finished();
    await expect(run.send('y')).rejects.toMatchObject({
      code: 'RUN_ENDED',
      message: `Run ${run.id} ended with 3, so input sent to it would not be read.`,
    });
  });

  it('is refused where it is a secret, also by the name of its pane', async () => {
    await using runs = await openRuns(here);
    const run = await runs.automation.start(runs.tmux, 'echo over', { login: false });
    await run.finished();
    await expect(
      runs.automation.sendInput(runs.tmux, run.paneId, 'hunter2-pass', true, { secret: true }),
    ).rejects.toMatchObject({ code: 'RUN_ENDED' });
  });
});

describe('a run that somebody has to look after', () => {
  it('is settled when it asks, and again when it has ended', async () => {
    await using runs = await openRuns(here);
    const script = 'printf "Sure? "; read -r x; exit 3';
    const run = await runs.automation.start(runs.tmux, script, { interactive: false, login: false });
    expect(await run.settled()).toMatchObject({ state: 'waiting-for-input', prompt: 'Sure?' });
    await run.send('y');
    expect(await run.settled()).toMatchObject({ state: 'finished', code: 3 });
  });

  it('is named with its question by a wait for its end that takes too long', async () => {
    await using runs = await openRuns(here);
    const script = 'printf "Sure? "; read -r x';
    const run = await runs.automation.start(runs.tmux, script, { interactive: false, login: false });
    await run.settled();
    await expect(run.finished({ timeoutMs: 1 })).rejects.toMatchObject({
      code: 'TIMEOUT',
      suggestion: "It waits for input: 'Sure?'. Answer it, then wait on.",
      details: { screen: expect.anything() },
    });
    await run.end();
  });
});
