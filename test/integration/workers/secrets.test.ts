import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { openWorkers } from './open-workers.js';

const tui = fileURLToPath(new URL('../agents/fixtures/agent-tui.mjs', import.meta.url));
const SECRET = 'correct-horse-battery';

describe('a secret of a worker', () => {
  it('is hidden in what its program is said to do, by the rules that it was spawned with', async () => {
    await using open = await openWorkers();
    const { workers, folder } = open;
    const ask = `printf 'Overwrite %s? [y/N] ' ${SECRET}; read -r x`;
    const options = { cwd: folder, secrets: [SECRET] };
    const refused = await workers
      .spawn('asks', ask, { ...options, readyWait: true })
      .catch((error: Error) => error);
    expect(refused).toMatchObject({
      code: 'DIALOG_OPEN',
      message: expect.stringMatching(/Overwrite \*+\?/),
    });
    expect(JSON.stringify(refused)).not.toContain(SECRET);
    await using other = open.another();
    expect((await other.status('asks')).activity).toMatchObject({
      state: 'asking',
      detail: expect.stringMatching(/Overwrite \*+\?/),
    });
    // The screen is in the error, too, for people.
    await workers.spawn('talks', `while :; do echo ${SECRET}; sleep 0.1; done`, options);
    await workers.wait('talks', { text: '*' });
    const late = await workers
      .wait('talks', { until: 'quiet', quietMs: 10_000, timeoutMs: 200 })
      .catch((error: unknown) => error);
    expect(late).toMatchObject({ code: 'TIMEOUT', details: { screen: expect.stringContaining('****') } });
    expect(String(late)).not.toContain(SECRET);
  });

  it('that was sent to it is hidden by every process, also by those that were there before, and after a respawn', async () => {
    await using open = await openWorkers();
    const { workers, folder } = open;
    await using before = open.another();
    await open.spawnEcho('one');
    const followed: string[] = [];
    const following = (async () => {
      for await (const { lines } of before.logs('one', { follow: true }))
        followed.push(...lines.map(({ text }) => text));
    })();
    const waiting = before.wait('one', { text: /^got (?!first)/ });
    await workers.send('one', 'first');
    await before.wait('one', { text: 'got first' });
    await workers.send('one', SECRET, { secret: true });
    expect((await waiting).line).toBe('got ****');
    await using after = open.another();
    expect(await after.wait('one', { text: /^got \*/ })).toMatchObject({ line: 'got ****' });
    for (const process of [workers, before, after]) {
      expect(await process.peek('one')).toContain('got ****\n');
      expect(await process.peek('one')).not.toContain(SECRET);
    }
    await workers.kill('one', { graceMs: 100 });
    await following;
    expect(followed).toContain('got ****');
    const logged: string[] = [];
    for await (const { lines } of after.logs('one')) logged.push(...lines.map(({ text }) => text));
    expect(logged).toContain('got ****');
    expect([...followed, ...logged].join()).not.toContain(SECRET);
    // The next run has it in its rules from the start.
    await after.respawn('one', { readyWait: { pattern: 'ready' } });
    await after.send('one', SECRET);
    await after.wait('one', { text: 'got ****' });
    // Neither of the two has it on its disk, where a line is a moment after it is on the screen.
    const onDisk = async (): Promise<string> =>
      (await open.server.host.script('cat "$1"/*.log', [`${folder}/runs`])).stdout.toString();
    await expect.poll(async () => (await onDisk()).match(/got \*{4}$/gm)).toHaveLength(2);
    expect(await onDisk()).not.toContain(SECRET);
    expect(JSON.stringify(await open.store.workers.get('one'))).not.toContain(SECRET);
  });

  it('that was sent to one whose command nobody knows is hidden, too', async () => {
    await using open = await openWorkers();
    await open.spawnEcho('one');
    await open.store.workers.remove('one');
    await using finder = open.another();
    await finder.send('one', SECRET, { secret: true });
    await using other = open.another();
    expect((await other.wait('one', { text: /^got/ })).line).toBe('got ****');
    await other.kill('one', { graceMs: 100 });
    await expect(other.respawn('one')).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
  });

  it('is not shown by an agent that refuses text either', async () => {
    await using open = await openWorkers();
    const { workers, folder } = open;
    const command = [process.execPath, tui, JSON.stringify({ dialogAfterStartMs: 0 })];
    await workers.spawn('asks', command, { cwd: folder, redactors: [/proceed/i] });
    const { activity } = await workers.wait('asks', { until: 'idle' });
    const refused = await workers.send('asks', 'x').catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: 'DIALOG_OPEN' });
    expect(`${String(refused)} ${activity?.detail}`).not.toMatch(/proceed/i);
  });
});
