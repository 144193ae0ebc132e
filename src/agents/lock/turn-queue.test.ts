import { describe, expect, it } from 'vitest';
import { Deadline } from '../../model/deadline.js';
import { TurnQueue } from './turn-queue.js';

describe('TurnQueue', () => {
  it('lets callers in one after the other, in their order, and other names at once', async () => {
    const queue = new TurnQueue();
    using deadline = new Deadline({ what: 'a turn' });
    const order: string[] = [];
    const first = await queue.take('a', deadline);
    const work = ['second', 'third'].map(async (who) => {
      const end = await queue.take('a', deadline);
      order.push(who);
      end();
    });
    (await queue.take('b', deadline))();
    expect(order).toEqual([]);
    first();
    await Promise.all(work);
    expect(order).toEqual(['second', 'third']);
  });

  it('lets nobody in early because somebody before gave up', async () => {
    const queue = new TurnQueue();
    using patient = new Deadline({ what: 'a turn' });
    const first = await queue.take('a', patient);
    using short = new Deadline({ what: 'a turn', timeoutMs: 1 });
    await expect(queue.take('a', short)).rejects.toMatchObject({ code: 'TIMEOUT' });
    let isIn = false;
    const last = queue.take('a', patient).then(() => {
      isIn = true;
    });
    await new Promise((resolve) => setImmediate(resolve));
    expect(isIn).toBe(false);
    first();
    await last;
    expect(isIn).toBe(true);
  });
});
