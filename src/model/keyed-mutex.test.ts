import { describe, expect, it } from 'vitest';
import { Deadline } from './deadline.js';
import { KeyedMutex } from './keyed-mutex.js';

describe('KeyedMutex', () => {
  it('lets callers in one after the other, in their order, and other keys at once', async () => {
    const mutex = new KeyedMutex();
    using deadline = new Deadline({ what: 'a turn' });
    const order: string[] = [];
    const first = await mutex.acquire('a', deadline);
    const work = ['second', 'third'].map(async (who) => {
      const end = await mutex.acquire('a', deadline);
      order.push(who);
      end();
    });
    (await mutex.acquire('b', deadline))();
    expect(order).toEqual([]);
    first();
    await Promise.all(work);
    expect(order).toEqual(['second', 'third']);
  });

  it('lets nobody in early because somebody before gave up', async () => {
    const mutex = new KeyedMutex();
    using patient = new Deadline({ what: 'a turn' });
    const first = await mutex.acquire('a', patient);
    using short = new Deadline({ what: 'a turn', timeoutMs: 1 });
    await expect(mutex.acquire('a', short)).rejects.toMatchObject({ code: 'TIMEOUT' });
    let isIn = false;
    const last = mutex.acquire('a', patient).then((end) => {
      isIn = true;
      end();
    });
    await new Promise((resolve) => setImmediate(resolve));
    expect(isIn).toBe(false);
    first();
    await last;
    expect(isIn).toBe(true);
    expect([...mutex.keys]).toEqual([]);
  });

  it('goes to the next one where work fails, and forgets a key that nobody holds', async () => {
    const mutex = new KeyedMutex();
    const failed = mutex.run('a', async () => {
      throw new Error('no');
    });
    const done = mutex.run('a', async () => [...mutex.keys]);
    await expect(failed).rejects.toThrow('no');
    expect(await done).toEqual(['a']);
    expect([...mutex.keys]).toEqual([]);
  });
});
