import { describe, expect, it } from 'vitest';
import { SharedHolders, type TerminalHolders } from './terminal-holders.js';

/** Holders whose every read takes so much of the processor. */
function sharing(costMs: number) {
  let now = 0;
  let used = 0;
  let reads = 0;
  const read = (): TerminalHolders => {
    now += costMs;
    used += costMs;
    return { processes: new Map([['/dev/pts/0', [++reads]]]), cut: false };
  };
  const holders = new SharedHolders(
    read,
    () => now,
    () => used,
  );
  return {
    holders,
    pass: (ms: number): void => {
      now += ms;
    },
    reads: () => reads,
  };
}

describe('the holders of terminals', () => {
  it('are read again each time where that is cheap, unless the answer is young enough', () => {
    const { holders, pass, reads } = sharing(10);
    expect(holders.get(0)).toMatchObject({ cut: false });
    pass(1);
    holders.get(0);
    expect(reads()).toBe(2);
    pass(100);
    holders.get(200);
    expect(reads()).toBe(2);
  });

  it('are not read again for a while where that is expensive, and say that somebody may be missing', () => {
    const { holders, pass, reads } = sharing(200);
    expect(holders.get(15)).toMatchObject({ cut: false });
    pass(1_000);
    expect(holders.get(15)).toMatchObject({ cut: true, processes: new Map([['/dev/pts/0', [1]]]) });
    // An answer that is young enough for its caller lacks nobody.
    expect(holders.get(5_000)).toMatchObject({ cut: false });
    expect(reads()).toBe(1);
    pass(1_000);
    expect(holders.get(15)).toMatchObject({ cut: false, processes: new Map([['/dev/pts/0', [2]]]) });
  });
});
