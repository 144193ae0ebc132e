import { describe, expect, it } from 'vitest';
import { type SessionsUpdate, watchSessions } from '../../../src/operations/panes/watch-sessions.js';
import { isolatedTmux } from '../../../src/testing/isolated-tmux.js';
import { scratchContainer } from '../../../src/testing/scratch-container.js';
import { dockerContext } from '../docker-context.js';

describe('watchSessions', () => {
  it('gives the tree now, and ends without an error when it is cancelled', async () => {
    await using server = await isolatedTmux();
    const controller = new AbortController();
    const updates = watchSessions({ host: server.address, signal: controller.signal });
    const first = await updates.next();
    expect(first.value).toMatchObject({ problem: undefined, tree: { sessions: [{ name: 'main' }] } });
    const waiting = updates.next();
    controller.abort();
    expect(await waiting).toEqual({ done: true, value: undefined });
    await expect.poll(() => server.tmux.command('list-clients', '-F', '#{client_pid}')).toHaveLength(1);
  });

  it('takes a burst of changes for a few, and misses none', async () => {
    await using server = await isolatedTmux();
    const updates = watchSessions({ host: server.address });
    await updates.next();
    // As one group: tmux tells of none before it has made them all.
    const window = ['new-window', '-d', '-t', '=main:', '-n', 'one', 'exec cat'] as const;
    await server.tmux.request(Array.from({ length: 40 }, () => window));
    const seen = await upTo(updates, ({ tree }) => tree.sessions[0]?.windows.length === 41);
    expect(seen.length).toBeLessThan(20);
    await updates.return();
  });

  it('sees that a program changes in a session that nobody is attached to', async () => {
    await using server = await isolatedTmux();
    const other = await server.tmux.ensureSession('other', { command: ['sh', '-c', 'read go; exec cat'] });
    await server.tmux.globalOptions.set('automatic-rename', 'off');
    const updates = watchSessions({ host: server.address });
    await updates.next();
    const [{ id = '' } = {}] = await other.panes();
    await server.tmux.pane(id).sendKeys('Enter');
    await upTo(updates, ({ tree }) => tree.sessions[1]?.windows[0]?.panes[0]?.command === 'cat');
    await updates.return();
  });

  it('goes on when a container stops, and says so, until it is back', async () => {
    const { engine, images } = dockerContext();
    await using container = await scratchContainer({ engine, image: images.glibc });
    const hostOptions = { docker: { engine } };
    await using server = await isolatedTmux({ ...hostOptions, address: container.address });
    const updates = watchSessions({ host: server.address, hostOptions });
    expect((await updates.next()).value?.tree.sessions).toHaveLength(1);
    await container.stop();
    const stopped = await upTo(updates, ({ problem }) => problem !== undefined);
    expect(stopped.at(-1)).toMatchObject({
      tree: { host: server.address, sessions: [] },
      problem: { code: 'CONTAINER_NOT_RUNNING', suggestion: expect.stringContaining('docker start') },
    });
    await container.start();
    await server.tmux.ensureSession('again', { command: ['cat'] });
    const back = await upTo(updates, ({ tree }) => tree.sessions.length > 0);
    expect(back.at(-1)).toMatchObject({ problem: undefined, tree: { sessions: [{ name: 'again' }] } });
    await updates.return();
  });

  it('fails where the host cannot be reached at all', async () => {
    await expect(watchSessions({ host: 'ssh://nobody@127.0.0.1:1' }).next()).rejects.toMatchObject({
      code: 'HOST_UNREACHABLE',
    });
  });
});

/** The updates up to the one that is accepted. */
async function upTo(
  updates: AsyncGenerator<SessionsUpdate, void>,
  accept: (update: SessionsUpdate) => boolean,
): Promise<SessionsUpdate[]> {
  const seen: SessionsUpdate[] = [];
  for (;;) {
    const { value } = await updates.next();
    if (!value) return seen;
    seen.push(value);
    if (accept(value)) return seen;
  }
}
