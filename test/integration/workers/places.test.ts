import { describe, expect, it } from 'vitest';
import { scratchContainer } from '../../../src/testing/scratch-container.js';
import { patience } from '../../patience.js';
import { dockerContext } from '../docker-context.js';
import { differentPlaces } from '../tmux/places.js';
import { openWorkers, useWorkers } from './open-workers.js';

describe.each(differentPlaces.slice(1))('workers on $name', (place) => {
  const open = useWorkers(place);

  it('are spawned, found, talked to, followed, killed and respawned there', async () => {
    await using there = await open();
    const { workers, tmux, session } = there;
    await there.spawnEcho('one', { env: { COLOUR: 'red' }, tags: ['far'] });
    await workers.wait('one', { until: 'idle' });
    await workers.send('one', `it's $COLOUR`);
    await workers.wait('one', { text: "got it's $COLOUR" });
    expect(await workers.peek('one', { lines: 1 })).toBe("got it's $COLOUR\n");
    const { argv } = await workers.attach('one');
    expect(argv[0]).toMatch(/docker|ssh|kubectl/);
    await using next = there.another();
    const lines: string[] = [];
    const following = (async () => {
      for await (const part of next.logs('one', { follow: true }))
        lines.push(...part.lines.map(({ text }) => text));
    })();
    await workers.eof('one');
    expect(await workers.wait('one')).toMatchObject({ exit: { code: expect.any(Number) } });
    await following;
    expect(lines.slice(0, 3)).toEqual(['ready', "it's $COLOUR", "got it's $COLOUR"]);
    await next.respawn('one', { readyWait: { pattern: 'ready' } });
    expect(await next.ls({ tag: 'far' })).toMatchObject([
      { name: 'one', state: 'running', host: there.address, tmux: { session, window: 'one' } },
    ]);
    // The session has no folder of the first worker, in which one without a folder would start.
    await workers.spawn('two', 'pwd; read -r x', { login: false });
    expect((await workers.wait('two', { text: /^\// })).line).not.toContain(there.folder);
    await workers.kill('two');
    await workers.clean('two');
    await tmux.killServer();
    expect(await workers.ls()).toMatchObject([{ name: 'one', state: 'stopped' }]);
    expect(await workers.clean({ all: true })).toEqual({ cleaned: ['one'], kept: [] });
  });
});

describe('workers on several hosts', () => {
  it('are listed together; those of a container that is gone have stopped, and the name is free again [W41, W44]', async () => {
    const { engine, images } = dockerContext();
    await using open = await openWorkers();
    await using workers = open.another({ config: { connect: { ...patience, docker: { engine } } } });
    const box = await scratchContainer({ engine, image: images.glibc });
    try {
      await open.spawnEcho('here');
      await workers.spawn('there', ['cat'], { host: box.address });
      const states = async (): Promise<unknown> =>
        (await workers.ls()).map(({ name, host, state }) => [name, host, state]);
      expect(await states()).toEqual([
        ['here', open.address, 'running'],
        ['there', box.address, 'running'],
      ]);
      await box.remove();
      expect(await states()).toEqual([
        ['here', open.address, 'running'],
        ['there', box.address, 'stopped'],
      ]);
      await expect(workers.respawn('there')).rejects.toMatchObject({ code: 'CONTAINER_NOT_FOUND' });
      expect(await workers.clean({ all: true })).toEqual({ cleaned: ['there'], kept: [] });
    } finally {
      await box.remove();
    }
  });

  it('fail with a reason where a host cannot have one, and leave no record [W7, W44]', async () => {
    const { engine, images } = dockerContext();
    await using open = await openWorkers();
    await using workers = open.another({ config: { connect: { docker: { engine } } } });
    await using box = await scratchContainer({ engine, image: images.noTmux });
    const spawn = (host: string): Promise<unknown> => workers.spawn('one', ['cat'], { host });
    await expect(spawn(box.address)).rejects.toMatchObject({
      code: 'TMUX_NOT_INSTALLED',
      suggestion: expect.any(String),
    });
    await expect(spawn('docker://no-such-box')).rejects.toMatchObject({ code: 'CONTAINER_NOT_FOUND' });
    await expect(spawn('what://')).rejects.toMatchObject({ code: 'INVALID_ADDRESS' });
    expect(await open.store.workers.list()).toEqual([]);
  });
});
