import { describe, expect, it } from 'vitest';
import { scrubPane } from '../../../src/runs/scrub-pane.js';
import { scrubRun } from '../../../src/runs/scrub-run.js';
import { anyPlace } from '../tmux/places.js';
import { useRuns } from './open-runs.js';

const secret = 'S3cret-of-a-certain-length_0123456789';

describe.each(anyPlace)('scrubbing a pane on $name', (place) => {
  const start = useRuns(place);

  it('erases exactly the cells of a secret, and moves nothing [A68]', async () => {
    await using runs = await start();
    const script = `printf '漢字 before %s after\\n\\033[31mWhat now? ' '${secret}'; cat`;
    const run = await runs.automation.start(runs.address, script, { interactive: false });
    const pane = runs.tmux.pane(run.paneId);
    const before = await pane.waitForText('What now?');
    expect(await scrubPane(runs.tmux, pane, [secret])).toBe('erased');
    const after = await pane.screen();
    expect(after.cursor).toEqual(before.cursor);
    expect(after.rows).toEqual(before.rows.map((row) => row.replace(secret, ' '.repeat(secret.length))));
    expect(await scrubPane(runs.tmux, pane, [secret])).toBe('nothing');
    await run.send('go on');
    await pane.waitForText('go on');
    expect(await pane.capture({ ansi: true })).toContain('\x1b[31mWhat now? go on');
    await run.end({ graceMs: 100 });
    expect(await scrubPane(runs.tmux, pane, [secret])).toBe('nothing');
  });

  it('masks what is in the log, while the command goes on, and the screen of no run that is gone [A68]', async () => {
    await using runs = await start();
    const run = await runs.automation.start(runs.address, `echo 'it is ${secret} .'; cat`, {
      interactive: false,
    });
    await run.waitForText(secret);
    await expect.poll(async () => (await run.harvest()).lines.length).toBeGreaterThan(0);
    const scrubbed = await scrubRun(
      { id: run.id, folder: runs.folder, tmux: runs.tmux, pane: runs.tmux.pane(run.paneId) },
      [secret, ''],
      { events: { scrub: async (id, secrets) => (id === run.id ? secrets.length : 0) } },
    );
    expect(scrubbed).toEqual({ log: 1, pane: 'erased', events: 1 });
    await run.send('more');
    await run.sendKeys('C-d');
    await run.finished();
    const lines = (await run.harvest(0, { form: 'plain' })).entries.map(({ text }) => text);
    expect(lines).toEqual([`it is ${'*'.repeat(secret.length)} .`, 'more', 'more']);
    const gone = { id: 'gone', folder: runs.folder, tmux: runs.tmux, pane: undefined };
    expect(await scrubRun(gone, [secret])).toEqual({ log: 0, pane: 'nothing', events: 0 });
  });
});
