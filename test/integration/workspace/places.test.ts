import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openHost } from '../../../src/hosts/open-host.js';
import { TmuxCapability } from '../../../src/systems/tmux-capability.js';
import { isolatedTmux } from '../../../src/testing/isolated-tmux.js';
import { scratchContainer } from '../../../src/testing/scratch-container.js';
import { patience } from '../../patience.js';
import { dockerContext } from '../docker-context.js';
import { differentPlaces, type OpenPlace } from '../tmux/places.js';
import { PATIENCE } from './open-workspace.js';

describe.each(differentPlaces.slice(1))('a workspace on $name', (place) => {
  let open: OpenPlace;
  beforeAll(async () => {
    open = await place.open();
  });
  afterAll(async () => {
    await open[Symbol.asyncDispose]();
  });

  it('is driven, read and recorded as on this machine', async () => {
    const folder = `/tmp/muxwright-workspace-${process.pid}`;
    const { address, options } = open;
    await using server = await isolatedTmux({ ...options, address, started: false });
    const { address: host } = server;
    const config = { folder, logFolder: `${folder}/.logs`, env: { HOME: folder }, connect: open.options };
    await using capability = new TmuxCapability({ host, config });
    const run = (request: Record<string, unknown>) => capability.execute(request);
    try {
      expect(await run({ action: 'split', direction: 'vertical' })).toMatchObject({
        data: { pane: '0.1', cwd: folder },
      });
      expect(await run({ action: 'send', command: 'seq 1 3; false', wait: 'end' })).toMatchObject({
        data: { exit_code: 1, output: '1\n2\n3' },
      });
      await run({ action: 'record', pane: '0.1' });
      await run({ action: 'send', pane: '0.1', command: 'seq 1 2000; printf "Name: "; read name' });
      let seen = '';
      await vi.waitFor(async () => {
        const response = await run({ action: 'read', pane: '0.1', since: true });
        if (response.success) seen += `${(response.data as { output: string }).output}\n`;
        expect(seen).toMatch(/^Name:$/m);
      }, PATIENCE);
      const numbers = seen.split('\n').filter((line) => /^\d+$/.test(line));
      expect(numbers).toEqual(Array.from({ length: 2000 }, (_, i) => String(i + 1)));
      // The file is a copy, and may be a moment behind.
      await vi.waitFor(
        async () =>
          expect(
            await run({ action: 'send', command: 'tail -n 1 logs/pane-0.1.log', wait: 'end' }),
          ).toMatchObject({ data: { output: '2000' } }),
        PATIENCE,
      );
      await run({ action: 'send', pane: '0.1', command: '' });
      await run({ action: 'send', pane: '0.1', command: 'sleep 4321' });
      await vi.waitFor(
        async () =>
          expect(await run({ action: 'list' })).toMatchObject({
            data: { windows: [{ panes: [{ running: null }, { id: '0.1', running: 'sleep 4321' }] }] },
          }),
        PATIENCE,
      );
      expect(await run({ action: 'kill', pane: '0.1' })).toMatchObject({ success: true });
      expect(await run({ action: 'snapshot', operation: 'save' })).toMatchObject({ data: { panes: 1 } });
    } finally {
      await using there = await openHost(open.address, open.options);
      await server.tmux.killServer();
      // Recorders go when the server goes, and take their logs with them; shells may write their history meanwhile.
      const remove = '[ -z "$(ls -A "$1/.logs" 2>/dev/null)" ] && rm -rf "$1"';
      await expect.poll(() => there.script(remove, [folder])).toMatchObject({ code: 0 });
    }
  });
});

describe('the sandbox container', () => {
  it('is the one host of all actions, by its bare name and with the defaults [C9] [C10] [C19] [C60]', async () => {
    const { engine, images } = dockerContext();
    await using container = await scratchContainer({ engine, image: images.glibc });
    await using capability = new TmuxCapability({
      host: container.name,
      config: { connect: { ...patience, docker: { engine } } },
    });
    expect(await capability.execute('<capability name="tmux" action="init" />')).toEqual({
      success: true,
      data: { session: 'artie', windows: [{ id: 0, name: 'workspace', panes: 1 }], active_pane: '0.0' },
    });
    const inside = 'tmux display-message -p "#{session_name} #{session_path}"; pwd';
    expect(await capability.execute({ action: 'send', command: inside, wait: 'end' })).toMatchObject({
      data: { output: 'artie /workspace\n/workspace' },
    });
    await container.stop();
    for (const action of ['list', 'init']) {
      expect(await capability.execute({ action })).toEqual({
        success: false,
        error: 'Sandbox container not running',
        suggestion: 'Start container: docker-compose up -d sandbox',
      });
    }
    await container.start();
    expect(await capability.execute({ action: 'list' })).toMatchObject({ data: { session: 'artie' } });
  });
});
