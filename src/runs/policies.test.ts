import { describe, expect, it } from 'vitest';
import { isRetried, policyFor, policyOptions, type RetryPolicy, retryDelay } from './policies.js';
import { runWithPolicy } from './run-with-policy.js';
import { type FinishedStatus, LOST_CODE } from './status.js';

describe('policies', () => {
  it('go by the type of the command, the first that fits [A75]', () => {
    const policies = [
      { type: 'npm', timeoutMs: 1 },
      { type: /^(npm|yarn)$/g, timeoutMs: 2 },
      { type: /./, timeoutMs: 3 },
    ];
    const types = ['npm', 'yarn', 'yarn', 'npmx'];
    expect(types.map((type) => policyFor(policies, type)?.timeoutMs)).toEqual([1, 2, 2, 3]);
    expect(policyFor([], 'npm')).toBeUndefined();
  });

  it('are options of a run without the type and the retries', () => {
    expect(policyOptions({ type: 'npm', retry: { attempts: 2 }, timeoutMs: 5, keepLogFiles: 1 })).toEqual({
      timeoutMs: 5,
      keepLogFiles: 1,
    });
    expect(policyOptions(undefined)).toEqual({});
  });
});

describe('back-off', () => {
  it('grows by the factor up to the longest wait', () => {
    const retry = { attempts: 9, backoffMs: 100, factor: 3, maxBackoffMs: 1_000 };
    expect([1, 2, 3, 4, 5].map((attempt) => retryDelay(retry, attempt))).toEqual([
      100, 300, 900, 1_000, 1_000,
    ]);
  });

  it('is a second, doubled each time, a minute at most, unless told', () => {
    const delays = [1, 2, 3, 7, 2_000].map((attempt) => retryDelay({ attempts: 3_000 }, attempt));
    expect(delays).toEqual([1_000, 2_000, 4_000, 60_000, 60_000]);
  });
});

describe('what is tried again', () => {
  it.each<[string, Omit<RetryPolicy, 'attempts'>, Partial<FinishedStatus>, boolean]>([
    ['success', {}, { code: 0 }, false],
    ['a failure', {}, { code: 1 }, true],
    ['a command that somebody interrupted', {}, { code: 130 }, false],
    ['a signal that is named', { onCodes: [137] }, { code: 137 }, true],
    ['a code that is not named', { onCodes: [75] }, { code: 1 }, false],
    ['a code that a function accepts', { onCodes: (code) => code > 100 }, { code: 101 }, true],
    ['a run whose time was up', {}, { code: 124, timedOut: true }, false],
    [
      'a run whose time was up, where that is asked for',
      { onTimeout: true },
      { code: 124, timedOut: true },
      true,
    ],
    ['a command that ends with 124 by itself', {}, { code: 124 }, true],
    ['a lost run', { onCodes: () => true }, { code: LOST_CODE, lost: true }, false],
  ])('%s', (_, retry, status, expected) => {
    expect(isRetried({ attempts: 2, ...retry }, finished(status))).toBe(expected);
  });
});

describe('running by a policy', () => {
  const retry = { attempts: 4, backoffMs: 10, factor: 2 };

  it('tries again with the number of the try and the first run, until it succeeds', async () => {
    const { starts, waits, start, wait } = pretend([1, 2, 0, 0]);
    const { status, runs } = await runWithPolicy(start, { retry }, { wait });
    expect(starts).toEqual([
      [1, undefined],
      [2, 'run-1'],
      [3, 'run-1'],
    ]);
    expect(waits).toEqual([10, 20]);
    expect(status.code).toBe(0);
    expect(runs.map(({ id }) => id)).toEqual(['run-1', 'run-2', 'run-3']);
  });

  it('gives up after so many tries', async () => {
    const { starts, start, wait } = pretend([1, 1, 1, 5, 0]);
    const { status } = await runWithPolicy(start, { retry }, { wait });
    expect([starts.length, status.code]).toEqual([4, 5]);
  });

  it('runs once without a policy', async () => {
    const { starts, start } = pretend([1]);
    expect((await runWithPolicy(start, undefined)).status.code).toBe(1);
    expect(starts).toHaveLength(1);
  });

  it('begins no further try after an abort', async () => {
    const abort = new AbortController();
    const { starts, start } = pretend([3, 0]);
    const running = runWithPolicy(
      start,
      { retry: { attempts: 2, backoffMs: 60_000 } },
      { signal: abort.signal },
    );
    setImmediate(() => abort.abort());
    expect((await running).status.code).toBe(3);
    expect(starts).toHaveLength(1);
  });

  it.each([{ attempts: 0 }, { attempts: 1.5 }, { attempts: 2, factor: 0.5 }, { attempts: 2, backoffMs: -1 }])(
    'refuses %j before anything is started',
    async (bad) => {
      const { starts, start } = pretend([0]);
      await expect(runWithPolicy(start, { retry: bad })).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
      expect(starts).toEqual([]);
    },
  );
});

function finished(status: Partial<FinishedStatus>): FinishedStatus {
  return { state: 'finished', code: 0, source: 'exit-file', confidence: 'certain', ...status };
}

function pretend(codes: readonly number[]) {
  const starts: [number, string | undefined][] = [];
  const waits: number[] = [];
  return {
    starts,
    waits,
    start: async (attempt: number, retryOf: string | undefined) => {
      starts.push([attempt, retryOf]);
      const code = codes[attempt - 1] ?? 0;
      return { id: `run-${attempt}`, finished: async () => finished({ code }) };
    },
    wait: async (ms: number) => waits.push(ms),
  };
}
