import { describe, expect, it } from 'vitest';
import { Coalesced } from './coalesced.js';
import { type Deferred, deferred } from './deferred.js';

describe('Coalesced', () => {
  it('runs one at a time, and once more for all calls that come meanwhile', async () => {
    const { runs, coalesced } = bench();
    const first = coalesced.run();
    const second = coalesced.run();
    expect(coalesced.run()).toBe(second);
    expect(runs).toHaveLength(1);
    runs[0]?.resolve('one');
    expect(await first).toBe('one');
    await turn();
    expect(runs).toHaveLength(2);
    const third = coalesced.run();
    runs[1]?.resolve('two');
    expect(await second).toBe('two');
    await turn();
    runs[2]?.resolve('three');
    expect(await third).toBe('three');
    expect(runs).toHaveLength(3);
  });

  it('begins nothing beside the next run, however soon after the end a call comes', async () => {
    let [running, most] = [0, 0];
    const coalesced = new Coalesced(async () => {
      running++;
      most = Math.max(most, running);
      await turn();
      running--;
    });
    const first = coalesced.run();
    const next = coalesced.run();
    await first;
    await Promise.all([next, coalesced.run()]);
    expect(most).toBe(1);
  });

  it('fails its own callers only, and runs again', async () => {
    const { runs, coalesced } = bench();
    const first = coalesced.run();
    const second = coalesced.run();
    runs[0]?.reject(new Error('no'));
    await expect(first).rejects.toThrow('no');
    await turn();
    runs[1]?.resolve('two');
    expect(await second).toBe('two');
  });

  it('is settled when nothing is left to run, however it went', async () => {
    const { runs, coalesced } = bench();
    await coalesced.settled();
    const first = coalesced.run();
    const second = coalesced.run();
    let isSettled = false;
    const settled = coalesced.settled().then(() => {
      isSettled = true;
    });
    runs[0]?.resolve('one');
    await first;
    await turn();
    expect(isSettled).toBe(false);
    runs[1]?.reject(new Error('no'));
    await expect(second).rejects.toThrow('no');
    await settled;
  });
});

function bench(): { readonly runs: Deferred<string>[]; readonly coalesced: Coalesced<string> } {
  const runs: Deferred<string>[] = [];
  const coalesced = new Coalesced(() => {
    const run = deferred<string>();
    runs.push(run);
    return run.promise;
  });
  return { runs, coalesced };
}

function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Answers with what was true when the question was asked, once `answer` is called. */
function slow() {
  const state = { now: 0 };
  const asked: { readonly seen: number; readonly answer: () => void; readonly fail: () => void }[] = [];
  const question = new Coalesced(() => {
    const seen = state.now;
    return new Promise<number>((resolve, reject) => {
      asked.push({ seen, answer: () => resolve(seen), fail: () => reject(new Error('gone')) });
    });
  });
  return { state, asked, question };
}

/** All that a settled promise sets off has happened. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('a question that many ask at the same time', () => {
  it('is asked at once, and once more for all callers that come meanwhile', async () => {
    const { state, asked, question } = slow();
    const first = question.run();
    state.now = 1;
    const others = [question.run(), question.run(), question.run()];
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
      calls.push(question.run().then((seen) => expect(seen).toBeGreaterThanOrEqual(round)));
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

  it('is asked again after a failure, which only its own callers get', async () => {
    const { asked, question } = slow();
    const first = question.run();
    const other = question.run();
    asked[0]?.fail();
    await expect(first).rejects.toThrow('gone');
    await settled();
    asked[1]?.answer();
    expect(await other).toBe(0);
  });
});
