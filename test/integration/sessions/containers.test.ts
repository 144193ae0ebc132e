import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { connect, TmuxManager } from '../../../src/index.js';
import { type ScratchContainer, scratchContainer } from '../../../src/testing/scratch-container.js';
import { patience } from '../../patience.js';
import { dockerContext } from '../docker-context.js';

const metadata = { requestId: 'r', chatId: 'c', workspace: 'w' };

describe('sessions in containers', () => {
  let container: ScratchContainer;
  let manager: TmuxManager;
  beforeAll(async () => {
    const { engine, images } = dockerContext();
    container = await scratchContainer({ engine, image: images.busybox });
    manager = new TmuxManager({
      store: false,
      config: { connect: { ...patience, docker: { engine } } },
    });
  });
  afterAll(async () => {
    await manager.close();
    await container.remove();
  });

  it('are made, and take a prompt, by at most four exchanges with tmux and no process on the host [M36] [M37]', async () => {
    await using tmux = await connect(container.address, {
      ...patience,
      docker: { engine: dockerContext().engine },
    });
    await tmux.ensureSession('person');
    await manager.getOrCreateSession(tmux, 'w', 'first');
    const exchanges = vi.spyOn(tmux, 'request');
    const processes = [
      vi.spyOn(tmux.host, 'run'),
      vi.spyOn(tmux.host, 'open'),
      vi.spyOn(tmux.host, 'script'),
    ];
    const name = await manager.getOrCreateSession(tmux, 'w', 'second');
    expect(exchanges.mock.calls.length).toBeLessThanOrEqual(4);
    // By another connection: one that is still starting would be looked at again and again.
    await using other = await connect(container.address, {
      ...patience,
      docker: { engine: dockerContext().engine },
    });
    const [pane = ''] = await other.command('display-message', '-p', '-t', `=${name}:`, '#{pane_id}');
    await other.pane(pane).waitForCursorLine(/[$#] *$/);
    // The shell of this image is a plain one, whose screen has to be looked at where it waits.
    exchanges.mockClear();
    await manager.sendToSession(tmux, name, 'x', metadata);
    await manager.sendToSession(tmux, name, 'x', metadata);
    expect(exchanges.mock.calls.length).toBeLessThanOrEqual(2 * 4);
    for (const spy of processes) expect(spy).not.toHaveBeenCalled();
    vi.restoreAllMocks();
  });

  it('are made anew when the container was restarted [M33]', async () => {
    const name = await manager.getOrCreateSession(container.name, 'w', 1);
    await container.stop();
    await expect(manager.sendToSession(container.name, name, 'x', metadata)).rejects.toMatchObject({
      code: 'CONTAINER_NOT_RUNNING',
    });
    await container.start();
    expect(await manager.sessionExists(container.name, name)).toBe(false);
    await expect(manager.sendToSession(container.name, name, 'x', metadata)).rejects.toThrow(
      `Session ${name} does not exist`,
    );
    expect(await manager.getOrCreateSession(container.name, 'w', 1)).toBe(name);
    await manager.sendToSession(container.name, name, 'x', metadata);
  });

  it('say whether tmux is missing, or Docker does not answer [M34]', async () => {
    const { engine, images } = dockerContext();
    await using bare = await scratchContainer({ engine, image: images.noTmux });
    await expect(manager.getOrCreateSession(bare.name, 'w', 1)).rejects.toMatchObject({
      code: 'TMUX_NOT_INSTALLED',
      message: expect.stringContaining('There is no tmux on'),
    });
    const folder = await mkdtemp(join(tmpdir(), 'muxwright-none-'));
    const connect = { docker: { engine: `unix://${folder}/s` } };
    await using deaf = new TmuxManager({ store: false, config: { connect } });
    await expect(deaf.getOrCreateSession('sandbox', 'w', 1)).rejects.toMatchObject({
      code: 'DOCKER_UNAVAILABLE',
      message: expect.stringContaining('There is no Docker engine'),
    });
    await rm(folder, { recursive: true });
  });
});
