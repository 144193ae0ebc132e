import { describe, expect, it } from 'vitest';
import type { PaneEvent, PaneSink } from './pane-events.js';
import { PaneStream } from './pane-stream.js';

function setUp(maxBufferedBytes = 100): {
  stream: PaneStream<string>;
  sink: PaneSink;
  stopped: () => boolean;
} {
  let sink: PaneSink | undefined;
  let stopped = false;
  const stream = new PaneStream<string>(
    (data, gap) => (gap ? '' : data.toString()),
    async (given) => {
      sink = given;
      return () => {
        stopped = true;
      };
    },
    { maxBufferedBytes },
  );
  if (!sink) throw new Error('subscribe was not called');
  return { stream, sink, stopped: () => stopped };
}

async function all(stream: PaneStream<string>): Promise<PaneEvent<string>[]> {
  const events: PaneEvent<string>[] = [];
  for await (const event of stream) events.push(event);
  return events;
}

describe('PaneStream', () => {
  it('gives what came before the reader did, in order, to the end', async () => {
    const { stream, sink, stopped } = setUp();
    sink.output(Buffer.from('a'));
    sink.gap('flow-control');
    sink.output(Buffer.from('b'));
    sink.closed('pane-exited');
    sink.output(Buffer.from('too late'));
    expect(await all(stream)).toEqual([
      { type: 'output', data: 'a' },
      { type: 'gap', reason: 'flow-control', droppedBytes: undefined },
      { type: 'output', data: 'b' },
      { type: 'closed', reason: 'pane-exited' },
    ]);
    expect(stopped()).toBe(true);
  });

  it('drops what a slow reader does not take, and says how much where it is missing', async () => {
    const { stream, sink } = setUp(10);
    for (let i = 0; i < 5; i++) sink.output(Buffer.from(`12${i}4`));
    const iterator = stream[Symbol.asyncIterator]();
    expect((await iterator.next()).value).toEqual({ type: 'output', data: '1204' });
    expect((await iterator.next()).value).toEqual({ type: 'output', data: '1214' });
    expect((await iterator.next()).value).toEqual({ type: 'gap', reason: 'slow-reader', droppedBytes: 12 });
    sink.output(Buffer.from('more'));
    expect((await iterator.next()).value).toEqual({ type: 'output', data: 'more' });
    await iterator.return?.();
  });

  it('tells of dropped output also when the stream ends before the reader catches up', async () => {
    const { stream, sink } = setUp(4);
    sink.output(Buffer.from('1234'));
    sink.output(Buffer.from('lost'));
    sink.closed('server-exited');
    expect((await all(stream)).map((event) => event.type)).toEqual(['output', 'gap', 'closed']);
  });

  it('ends for the reader when its owner closes it', async () => {
    const { stream, stopped } = setUp();
    const reading = all(stream);
    await stream.close();
    expect(await reading).toEqual([{ type: 'closed', reason: 'closed' }]);
    expect(stopped()).toBe(true);
  });

  it('ends the subscription when the reader leaves its loop', async () => {
    const { stream, sink, stopped } = setUp();
    sink.output(Buffer.from('x'));
    for await (const event of stream) {
      expect(event.type).toBe('output');
      break;
    }
    expect(stopped()).toBe(true);
  });

  it('gives the reason why it could not begin, to whoever awaits or iterates', async () => {
    const stream = new PaneStream<string>(String, () => Promise.reject(new Error('no pane')));
    await expect(stream.live).rejects.toThrow('no pane');
    await expect(all(stream)).rejects.toThrow('no pane');
  });
});
