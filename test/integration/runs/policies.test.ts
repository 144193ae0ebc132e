import { describe, expect, it } from 'vitest';
import { policyFor, policyOptions, type RunPolicy } from '../../../src/runs/policies.js';
import { Run } from '../../../src/runs/run.js';
import { runJournal } from '../../../src/runs/run-journal.js';
import { commandType } from '../../../src/runs/run-options.js';
import { runWithPolicy } from '../../../src/runs/run-with-policy.js';
import { startRun } from '../../../src/runs/start-run.js';
import { type OpenRuns, openRuns } from './open-runs.js';

const policies: readonly RunPolicy[] = [
  { type: 'flaky', interactive: false, retry: { attempts: 4, backoffMs: 20, onCodes: [75] } },
  {
    type: /^sl/,
    interactive: false,
    timeoutMs: 150,
    graceMs: 100,
    retry: { attempts: 2, backoffMs: 1, onTimeout: true },
  },
];

describe('policies by the type of a command', () => {
  it('try a command again until it succeeds, each try a run of its own [A75]', async () => {
    await using runs = await open();
    const counter = `${runs.folder}/counter`;
    const script = `n=$(cat ${counter} 2>/dev/null || echo 0); echo $((n+1)) >${counter}; echo "try $n"; [ $n -ge 2 ] || exit 75`;
    const { status, runs: tries } = await run(runs, script, 'flaky');
    expect(status).toMatchObject({ code: 0 });
    const records = await Promise.all(tries.map(({ id }) => runs.store.runs.get(id)));
    const first = tries[0]?.id;
    expect(records.map((record) => [record?.attempt, record?.retryOf, record?.exitCode])).toEqual([
      [1, undefined, 75],
      [2, first, 75],
      [3, first, 0],
    ]);
    const texts = await Promise.all(tries.map(async (one) => (await one.harvest()).entries[0]?.text));
    expect(texts).toEqual(['try 0', 'try 1', 'try 2']);
  });

  it('do not try again what failed in another way [A75]', async () => {
    await using runs = await open();
    const { status, runs: tries } = await run(runs, 'exit 1', 'flaky');
    expect([status.code, tries.length]).toEqual([1, 1]);
  });

  it('give a time limit, and try again when it was reached [A75]', async () => {
    await using runs = await open();
    const { status, runs: tries } = await run(runs, 'sleep 60');
    expect(status).toMatchObject({ code: 124, timedOut: true });
    expect(tries).toHaveLength(2);
  });

  it('leave a run alone when the caller gives up, and begin no other [A75]', async () => {
    await using runs = await open();
    const abort = new AbortController();
    const running = run(runs, 'read x; exit 75', 'flaky', abort.signal);
    await expect.poll(() => runs.store.runs.count()).toBe(1);
    abort.abort();
    await expect(running).rejects.toMatchObject({ code: 'ABORTED' });
    expect(await runs.store.runs.count()).toBe(1);
    const [record] = (await runs.store.runs.list()).runs;
    await expect
      .poll(() => runs.automation.status(runs.address, '', record?.id ?? ''))
      .toMatchObject({
        state: 'waiting-for-input',
      });
  });
});

function open(): Promise<OpenRuns> {
  return openRuns({ address: 'local', options: { timeoutMs: 60_000 } });
}

/** As a caller does it who has policies. */
function run(runs: OpenRuns, command: string, type = commandType(command), signal?: AbortSignal) {
  const { tmux, store, folder } = runs;
  const policy = policyFor(policies, type);
  return runWithPolicy(
    async (attempt, retryOf) => {
      const { result, place } = await startRun({
        tmux,
        store,
        folder,
        command,
        sessionName: 'work',
        options: { ...policyOptions(policy), type },
        clock: () => new Date(),
        attempt,
        ...(retryOf !== undefined && { retryOf }),
      });
      return new Run(result, place, runJournal(result.id, store), true);
    },
    policy,
    { signal },
  );
}
