import { describe, expect, it } from 'vitest';
import { type HostStream, openHost } from '../../../src/hosts/index.js';
import { isolatedTmux } from '../../../src/testing/isolated-tmux.js';
import { connect } from '../../../src/tmux/connect.js';
import { patience } from '../../patience.js';
import { commandLines, endless, podHost } from './pod-host.js';

describe.each(['v5', 'v4'] as const)('when a link breaks that speaks %s', (streams) => {
  it('a stream ends with an error, and its program ends too [K6]', async () => {
    await using pod = await podHost(streams);
    const { argv, line } = endless();
    const left = async () => (await commandLines(pod)).filter((one) => one.includes(line));
    const first = await listening(pod.host.open(argv));
    pod.cluster.drop();
    expect(await first.closed).toMatchObject({ code: undefined, error: { code: 'CONNECTION_LOST' } });
    await expect.poll(left).toEqual([]);

    // The runtime dies: its programs live on, and nobody reads what they print.
    const second = await listening(pod.host.open(argv));
    await pod.cluster.crash();
    expect(await second.closed).toMatchObject({ code: undefined, error: { code: 'CONNECTION_LOST' } });
    await expect(pod.host.run(['true'])).rejects.toMatchObject({ code: 'HOST_IO_FAILED' });
    await pod.cluster.restart();
    expect((await pod.host.run(['echo', 'again'])).stdout.toString()).toBe('again\n');
    await expect.poll(left).toEqual([]);

    // The API server is gone.
    const third = await listening(pod.host.open(['cat']));
    await pod.cluster.stopApi();
    expect(await third.closed).toMatchObject({ code: undefined, error: { code: 'CLUSTER_UNREACHABLE' } });
    await expect(pod.host.run(['true'])).rejects.toMatchObject({ code: 'CLUSTER_UNREACHABLE' });
    await pod.cluster.startApi();
    expect((await pod.host.run(['true'])).code).toBe(0);

    // The pod itself ends.
    const fourth = await listening(pod.host.open(['cat']));
    await pod.pod.evict();
    expect(await fourth.closed).toMatchObject({ error: { code: 'POD_ENDED' } });
  });
});

it('a run that is cut is an error, and never a success [K6]', async () => {
  await using pod = await podHost();
  const running = pod.host.run(['sh', '-c', 'echo half; exec sleep 1000'], { timeoutMs: 0 });
  const failed = expect(running).rejects.toMatchObject({ code: 'CONNECTION_LOST' });
  await expect.poll(async () => (await commandLines(pod)).join()).toContain('sleep 1000');
  pod.cluster.drop();
  await failed;
});

it('a stream of a pane is picked up again after the link broke', async () => {
  await using pod = await podHost();
  await using server = await isolatedTmux({ ...pod.cluster.options, address: pod.pod.address });
  await using tmux = await connect(server.address, { ...pod.cluster.options, ...patience });
  const pane = await (await tmux.ensureSession('main')).newWindow({ command: ['cat'] });
  const stream = pane.text();
  await stream.live;
  const iterator = stream[Symbol.asyncIterator]();
  const closed = new Promise((resolve) => tmux.once('disconnected', resolve));
  // Not those of the server's guard, which would end it.
  await using other = await openHost(pod.pod.address, { ...pod.cluster.options, ...patience });
  await other.run(['sh', '-c', END_CLIENTS]);
  await closed;
  expect((await iterator.next()).value).toMatchObject({ type: 'gap' });
  await pane.sendText('after the break\n');
  let text = '';
  while (!text.includes('after the break')) {
    const { value } = await iterator.next();
    if (value?.type === 'output') text += value.data;
  }
  await iterator.return?.();
});

const END_CLIENTS = `for p in /proc/[0-9]*; do
  case $(tr '\\000' ' ' < $p/cmdline) in tmux*attach-sessio*) kill -KILL "\${p#/proc/}";; esac
done 2>/dev/null; exit 0`;

async function listening(opening: Promise<HostStream>): Promise<HostStream> {
  const stream = await opening;
  stream.onData(() => {});
  return stream;
}
