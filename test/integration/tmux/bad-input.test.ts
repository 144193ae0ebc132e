import { describe, expect, it } from 'vitest';
import { MuxError } from '../../../src/model/mux-error.js';
import { isolatedTmux } from '../../../src/testing/isolated-tmux.js';
import { scratchContainer } from '../../../src/testing/scratch-container.js';
import { connect } from '../../../src/tmux/connect.js';
import { patience } from '../../patience.js';
import { dockerContext } from '../docker-context.js';

/** Each mistake has its own code, a sentence about the value, and advice. */
describe('bad input', () => {
  it.each([
    ['', 'INVALID_ADDRESS', 'empty'],
    ['gopher://box', 'INVALID_ADDRESS', 'gopher'],
    ['k8s://ns', 'INVALID_ADDRESS', 'namespace/pod/container'],
  ])('refuses the address %j', async (address, code, words) => {
    const error = await failure(connect(address, patience));
    expect(error).toMatchObject({ code, suggestion: expect.any(String) });
    expect(error.message).toContain(words);
  });

  it('tells a container that is not there, stopped, or without tmux from each other', async () => {
    const { engine, images } = dockerContext();
    const docker = { engine };
    expect(await failure(connect('docker://no-such-container', { ...patience, docker }))).toMatchObject({
      code: 'CONTAINER_NOT_FOUND',
      message: expect.stringContaining('Container not found'),
      suggestion: expect.any(String),
    });
    await using stopped = await scratchContainer({ engine, image: images.glibc });
    await stopped.stop();
    expect(await failure(connect(stopped.address, { ...patience, docker }))).toMatchObject({
      code: 'CONTAINER_NOT_RUNNING',
      suggestion: expect.stringContaining(`docker start ${stopped.name}`),
    });
    await using bare = await scratchContainer({ engine, image: images.noTmux });
    expect(await failure(connect(bare.address, { ...patience, docker }))).toMatchObject({
      code: 'TMUX_NOT_INSTALLED',
      suggestion: expect.stringContaining('apt-get install tmux'),
    });
    expect(
      await failure(connect('docker://x', { docker: { engine: 'unix:///nowhere/docker.sock' } })),
    ).toMatchObject({
      code: 'DOCKER_UNAVAILABLE',
      suggestion: expect.any(String),
    });
  });

  it('says that a socket path is too long', async () => {
    const error = await failure(
      (async () => {
        await using tmux = await connect(`local?socket=${'x'.repeat(200)}`);
        await tmux.ensureSession('main');
      })(),
    );
    expect(error).toMatchObject({
      code: 'SOCKET_PATH_TOO_LONG',
      suggestion: expect.stringContaining('shorter'),
    });
  });

  it('refuses ids, names, keys and commands that are none, before tmux is asked', async () => {
    await using server = await isolatedTmux();
    const { tmux } = server;
    expect(() => tmux.pane('3')).toThrow(expect.objectContaining({ code: 'INVALID_ARGUMENT' }));
    expect(() => tmux.session('main')).toThrow(expect.objectContaining({ code: 'INVALID_ARGUMENT' }));
    expect(() => tmux.window('%1')).toThrow(expect.objectContaining({ code: 'INVALID_ARGUMENT' }));
    await expect(tmux.ensureSession('a:b')).rejects.toMatchObject({
      code: 'INVALID_NAME',
      suggestion: "Use 'a_b'.",
    });
    await expect(tmux.command('list panes')).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    await expect(tmux.command('no-such-command')).rejects.toMatchObject({ code: 'TMUX_COMMAND_FAILED' });
    const session = await tmux.ensureSession('main');
    await expect(session.newWindow({ command: [] })).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    await expect(session.newWindow({ env: { 'A B': 'x' } })).rejects.toMatchObject({ code: 'INVALID_NAME' });
    await expect(session.newWindow({ name: '' })).rejects.toMatchObject({ code: 'INVALID_NAME' });
    await expect(session.newWindow({ cwd: '' })).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    expect(await session.windows()).toHaveLength(1);
  });
});

async function failure(work: Promise<unknown>): Promise<MuxError> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(MuxError);
  return error as MuxError;
}
