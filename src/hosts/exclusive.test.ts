import { describe, expect, it } from 'vitest';
import { exclusive } from './exclusive.js';

describe('exclusive', () => {
  it('does one after the other, in the order they were asked for', async () => {
    const seen: string[] = [];
    const work = (name: string) => async (): Promise<string> => {
      seen.push(`${name} begins`);
      await new Promise((resolve) => setImmediate(resolve));
      seen.push(`${name} ends`);
      return name;
    };
    const name = `test ${process.pid} order`;
    expect(await Promise.all([exclusive(name, work('a')), exclusive(name, work('b'))])).toEqual(['a', 'b']);
    expect(seen).toEqual(['a begins', 'a ends', 'b begins', 'b ends']);
  });

  it('lets the next one go when work fails, and gives the failure to its caller', async () => {
    const name = `test ${process.pid} failure`;
    const failed = exclusive(name, () => Promise.reject(new Error('no')));
    const next = exclusive(name, () => Promise.resolve('yes'));
    await expect(failed).rejects.toThrow('no');
    expect(await next).toBe('yes');
  });

  it('does not let different names wait for each other', async () => {
    let release = (): void => {};
    const held = exclusive(
      `test ${process.pid} one`,
      () =>
        new Promise<void>((resolve) => {
          release = resolve;
        }),
    );
    expect(await exclusive(`test ${process.pid} two`, async () => 'free')).toBe('free');
    release();
    await held;
  });
});
