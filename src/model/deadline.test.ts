import { describe, expect, it } from 'vitest';
import { Deadline } from './deadline.js';

const never = new Promise<never>(() => {});

describe('Deadline', () => {
  it('lets work through that is done in time', async () => {
    using deadline = new Deadline({ what: 'work', timeoutMs: 60_000 });
    expect(await deadline.race(Promise.resolve(7))).toBe(7);
    expect(deadline.remainingMs).toBeGreaterThan(0);
  });

  it('fails with TIMEOUT, names the work, and fails all later callers', async () => {
    using deadline = new Deadline({ what: 'Reading the log', timeoutMs: 1 });
    const expected = { code: 'TIMEOUT', message: 'Reading the log took longer than 1 ms.' };
    await expect(deadline.race(never)).rejects.toMatchObject(expected);
    await expect(deadline.race(never)).rejects.toMatchObject(expected);
    expect(deadline.error).toMatchObject(expected);
  });

  it('fails with ABORTED when the caller cancels, before or meanwhile', async () => {
    const controller = new AbortController();
    using deadline = new Deadline({ what: 'work', signal: controller.signal });
    const work = deadline.race(never);
    controller.abort('enough');
    await expect(work).rejects.toMatchObject({ code: 'ABORTED', cause: 'enough' });
    using late = new Deadline({ what: 'work', signal: controller.signal });
    await expect(late.race(never)).rejects.toMatchObject({ code: 'ABORTED' });
  });

  it('has passed where it is negative, as what is left of another one may be', async () => {
    using deadline = new Deadline({ what: 'Waiting', timeoutMs: -5 });
    await expect(deadline.race(never)).rejects.toMatchObject({
      code: 'TIMEOUT',
      message: 'Waiting was not begun: its deadline had passed 5 ms before.',
    });
    expect(deadline.remainingMs).toBe(0);
  });

  it('takes no NaN, which would never end', () => {
    expect(() => new Deadline({ what: 'Waiting', timeoutMs: Number.NaN })).toThrow(
      'Waiting cannot wait for NaN milliseconds.',
    );
  });

  it('has no end where none is set', () => {
    using deadline = new Deadline({ what: 'work' });
    expect(deadline.remainingMs).toBe(Number.POSITIVE_INFINITY);
    using zero = new Deadline({ what: 'work', timeoutMs: 0 });
    expect(zero.remainingMs).toBe(Number.POSITIVE_INFINITY);
  });
});
