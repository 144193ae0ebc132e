import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { type IsolatedTmux, isolatedTmux } from '../../../src/testing/isolated-tmux.js';
import { scratchContainer } from '../../../src/testing/scratch-container.js';
import { scratchSshd } from '../../../src/testing/scratch-sshd.js';
import { connect } from '../../../src/tmux/connect.js';
import type { PaneEvent } from '../../../src/tmux/pane-events.js';
import type { PaneStream } from '../../../src/tmux/pane-stream.js';
import { patience } from '../../patience.js';
import { sized } from '../../soak.js';
import { compiledSource } from '../compiled-source.js';
import { dockerContext } from '../docker-context.js';
import { differentPlaces } from './places.js';

const fixture = fileURLToPath(new URL('./fixtures/hold-connection.mjs', import.meta.url));
/** Each takes a second where a container or SSH has to be reached. */
const rounds = (place: { readonly name: string }): number =>
  place.name === 'this machine' ? sized(12, 50) : sized(3, 8);

const source = await compiledSource();

describe('when something dies', () => {
  it('tells of a server that was killed, and works with the next one', async () => {
    await using server = await isolatedTmux();
    const { tmux } = server;
    const disconnected = once(tmux, 'disconnected');
    const pane = await (await tmux.ensureSession('main')).newWindow({ command: ['cat'] });
    const stream = pane.text();
    await stream.live;
    const pending = tmux.request([['wait-for', 'never']], { timeoutMs: 0 }).catch((error: unknown) => error);
    process.kill(tmux.server?.pid ?? 0, 'SIGKILL');
    expect(await pending).toMatchObject({ code: 'CONNECTION_LOST', details: { mayHaveRun: true } });
    await disconnected;
    expect(await last(stream)).toEqual({ type: 'closed', reason: 'server-exited' });
    expect(await tmux.sessions()).toEqual([]);
    await expect(tmux.command('list-panes', '-a')).rejects.toMatchObject({ code: 'NO_SERVER' });
    await tmux.ensureSession('next');
    expect((await tmux.sessions()).map(({ name }) => name)).toEqual(['next']);
  });

  it('connects again by itself while somebody listens', async () => {
    await using server = await isolatedTmux();
    const { tmux } = server;
    tmux.on('notification', () => {});
    const first = tmux.server?.pid;
    const connected = once(tmux, 'connected');
    await tmux.killServer();
    await using other = await connect(server.address, patience);
    await other.ensureSession('next');
    await connected;
    expect(tmux.server?.pid).not.toBe(first);
  });

  it('reports a container that is stopped, and works again when it is started', async () => {
    const { engine, images } = dockerContext();
    await using container = await scratchContainer({ engine, image: images.glibc });
    await using server = await isolatedTmux({ address: container.address, docker: { engine } });
    const { tmux } = server;
    const pane = await (await tmux.ensureSession('main')).newWindow({ command: ['cat'] });
    const stream = pane.text();
    await stream.live;
    const disconnected = once(tmux, 'disconnected');
    await container.stop();
    await disconnected;
    await expect(tmux.sessions()).rejects.toMatchObject({ code: 'CONTAINER_NOT_RUNNING' });
    await container.start();
    expect(await last(stream)).toEqual({ type: 'closed', reason: 'server-exited' });
    await tmux.ensureSession('after');
    expect((await tmux.sessions()).map(({ name }) => name)).toEqual(['after']);
  });

  it('picks up a stream after the link broke, and says that something may be missing', async () => {
    await using sshd = await scratchSshd();
    // The server is on this machine, too, and not watched over the link that is about to break.
    await using server = await isolatedTmux();
    await using tmux = await connect(`${sshd.address}?socket=${server.socket}`, {
      ...sshd.options,
      ...patience,
    });
    const pane = await (await tmux.ensureSession('main')).newWindow({ command: ['cat'] });
    const stream = pane.text();
    await stream.live;
    const iterator = stream[Symbol.asyncIterator]();
    await sshd.drop();
    expect((await iterator.next()).value).toMatchObject({ type: 'gap', reason: 'reconnected' });
    await pane.sendText('after the break\n');
    let text = '';
    while (!text.includes('after the break')) {
      const { value } = await iterator.next();
      if (value?.type !== 'output') throw new Error(`unexpected ${JSON.stringify(value)}`);
      text += value.data;
    }
    await iterator.return?.();
  });

  describe.each(differentPlaces)('our own process, on $name', (place) => {
    it(`leaves no client and no process when it is killed ${rounds(place)} times in a row`, async () => {
      await using opened = await place.open();
      await using server = await isolatedTmux({ ...opened.options, address: opened.address });
      const { tmux } = server;
      const pane = await (await tmux.ensureSession('main')).newWindow({ command: ['cat'] });
      const before = await tmux.sessions();
      for (let round = 0; round < rounds(place); round++) {
        await killOne([server.address, JSON.stringify(opened.options), pane.id]);
      }
      await expect.poll(() => tmux.command('list-clients')).toHaveLength(1);
      await expect.poll(() => clientProcesses(server)).toHaveLength(1);
      expect(await tmux.sessions()).toEqual(before);
      expect(await pane.exists()).toBe(true);
    }, 300_000);

    it('takes no server down when it is killed in the middle of a flood', async () => {
      await using opened = await place.open();
      await using server = await isolatedTmux({ ...opened.options, address: opened.address });
      const { tmux } = server;
      const pane = await (await tmux.ensureSession('main')).newWindow({ command: ['sh', '-c', FLOOD] });
      const pid = tmux.server?.pid;
      for (let round = 0; round < sized(3, 5); round++) {
        await killOne([server.address, JSON.stringify(opened.options), pane.id]);
      }
      await expect.poll(() => tmux.command('list-clients')).toHaveLength(1);
      expect(await pane.exists()).toBe(true);
      expect(tmux.server?.pid).toBe(pid);
    }, 300_000);
  });
});

/** Always more than anybody reads, but not all that the machine can do. */
const FLOOD = 'while :; do yes flood flood flood flood | head -c 400000; sleep 0.05; done';

async function killOne(args: readonly string[]): Promise<void> {
  const child = spawn(process.execPath, [fixture, source.index, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let complaint = '';
  child.stderr.on('data', (chunk: Buffer) => (complaint += chunk.toString()));
  const exited = once(child, 'close');
  await Promise.race([
    once(child.stdout, 'data'),
    exited.then(() => Promise.reject(new Error(`it did not start: ${complaint}`))),
  ]);
  child.kill('SIGKILL');
  await exited;
}

/** The command lines of tmux clients on the host, with busybox as well as without. */
async function clientProcesses(server: IsolatedTmux): Promise<string[]> {
  const script = 'for p in /proc/[0-9]*; do tr "\\0" " " < $p/cmdline 2>/dev/null; echo; done';
  const lines = (await server.host.run(['sh', '-c', script])).stdout.toString().split('\n');
  return lines.filter(
    (line) => line.startsWith(`tmux -L ${server.socket}`) && line.includes('attach-sessio'),
  );
}

async function last(stream: PaneStream<string>): Promise<PaneEvent<string> | undefined> {
  let event: PaneEvent<string> | undefined;
  for await (event of stream);
  return event;
}
