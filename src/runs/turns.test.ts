import { describe, expect, it } from 'vitest';
import { Turns } from './turns.js';

describe('Turns', () => {
  it('lets so many in at a time, in order, whatever becomes of them', async () => {
    const turns = new Turns(2);
    const log: string[] = [];
    let inside = 0;
    const results = await Promise.allSettled(
      [0, 1, 2, 3, 4].map((n) =>
        turns.take(async () => {
          inside++;
          expect(inside).toBeLessThanOrEqual(2);
          log.push(`in ${n}`);
          await new Promise((resolve) => setImmediate(resolve));
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
  });
});
