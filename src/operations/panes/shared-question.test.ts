import { describe, expect, it } from 'vitest';
import { SharedQuestion } from './shared-question.js';

/** Answers with what was true when the question was asked, once it is told to. */
function slow() {
  const state = { now: 0 };
  const asked: { readonly seen: number; readonly answer: () => void; readonly fail: () => void }[] = [];
  const question = new SharedQuestion(() => {
    const seen = state.now;
    return new Promise<number>((resolve, reject) => {
      asked.push({ seen, answer: () => resolve(seen), fail: () => reject(new Error('gone')) });
    });
  });
  return { state, asked, question };
}

/** All that a settled promise sets off has happened. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('a shared question', () => {
  it('is asked at once, and once more for all who come meanwhile', async () => {
    const { state, asked, question } = slow();
    const first = question.ask();
    state.now = 1;
    const others = [question.ask(), question.ask(), question.ask()];
    expect(asked).toHaveLength(1);
    state.now = 2;
    asked[0]?.answer();
    expect(await first).toBe(0);
    await settled();
    expect(asked).toHaveLength(2);
    asked[1]?.answer();
    // What was true when they asked may have changed since, but is never older.
    expect(await Promise.all(others)).toEqual([2, 2, 2]);
  });

  it('never gives anybody an answer from before the own call', async () => {
    const { state, asked, question } = slow();
    const calls: Promise<void>[] = [];
    for (let round = 0; round < 200; round++) {
      state.now = round;
      calls.push(question.ask().then((seen) => expect(seen).toBeGreaterThanOrEqual(round)));
      if (round % 3 === 0) asked.at(-1)?.answer();
      if (round % 7 === 0) await settled();
    }
    for (let left = asked.length - 1; left < asked.length; left++) {
      asked[left]?.answer();
      await settled();
    }
    await Promise.all(calls);
    expect(asked.length).toBeLessThan(100);
  });

  it('is asked anew after a failure, which only those hear of who shared it', async () => {
    const { asked, question } = slow();
    const first = question.ask();
    const other = question.ask();
    asked[0]?.fail();
    await expect(first).rejects.toThrow('gone');
    await settled();
    asked[1]?.answer();
    expect(await other).toBe(0);
  });
});
