import { setImmediate as soon } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { Deadline } from './deadline.js';
import { Semaphore } from './semaphore.js';

describe('Semaphore', () => {
  it('lets so many in at a time, in order, whatever becomes of them', async () => {
    const semaphore = new Semaphore(2);
    const log: string[] = [];
    let inside = 0;
    const results = await Promise.allSettled(
      [0, 1, 2, 3, 4].map((n) =>
        semaphore.run(async () => {
          inside++;
          expect(inside).toBeLessThanOrEqual(2);
          log.push(`in ${n}`);
          await soon();
          inside--;
          if (n === 1) throw new Error('no');
          return n;
        }),
      ),
    );
    expect(log).toEqual(['in 0', 'in 1', 'in 2', 'in 3', 'in 4']);
    expect(results.map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
      'fulfilled',
      'fulfilled',
    ]);
    expect(semaphore.idle).toBe(true);
  });

  it('is released once by each holder', async () => {
    const semaphore = new Semaphore(1);
    const release = await semaphore.acquire();
    release();
    release();
    const other = await semaphore.acquire();
    release();
    expect(semaphore.idle).toBe(false);
    other();
    expect(semaphore.idle).toBe(true);
  });

  it('is not waited for any more when the deadline is over, and nobody is let in early for that', async () => {
    const semaphore = new Semaphore(1);
    const first = await semaphore.acquire();
    using short = new Deadline({ what: 'a permit', timeoutMs: 1 });
    const late = semaphore.acquire(short);
    const last = semaphore.acquire();
    await expect(late).rejects.toMatchObject({ code: 'TIMEOUT' });
    const isIn = await Promise.race([last.then(() => true), soon(false)]);
    expect(isIn).toBe(false);
    first();
    (await last)();
    expect(semaphore.idle).toBe(true);
  });

  it('is not lost where the deadline is over in the moment in which it is released', async () => {
    const semaphore = new Semaphore(1);
    const first = await semaphore.acquire();
    const caller = new AbortController();
    using deadline = new Deadline({ what: 'a permit', signal: caller.signal });
    const second = semaphore.acquire(deadline);
    caller.abort();
    first();
    await expect(second).rejects.toMatchObject({ code: 'ABORTED' });
    expect(semaphore.idle).toBe(true);
  });

  it('is not given to a caller whose deadline has passed', async () => {
    const semaphore = new Semaphore(1);
    using deadline = new Deadline({ what: 'a permit', signal: AbortSignal.abort() });
    await expect(semaphore.acquire(deadline)).rejects.toMatchObject({ code: 'ABORTED' });
    expect(semaphore.idle).toBe(true);
  });
});
