import { readdirSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { sized } from '../../soak.js';
import { openRuns } from './open-runs.js';

const AT_ONCE = sized(50, 200);
const LINES = sized(2_000, 4_000);
const IN_A_ROW = sized(200, 1_000);
/** So many have to run before everything is open that stays open. */
const WARM_UP = 60;

describe('many runs', () => {
  it(`loses no byte of ${AT_ONCE} that print at full speed at once, with redaction on [A2, A33]`, async () => {
    await using runs = await openRuns({ address: 'local', options: { timeoutMs: 60_000 } });
    const script = `i=0; while [ $i -lt ${LINES / 100} ]; do i=$((i+1)); seq -f "$0 line %g" $(((i-1)*100+1)) $((i*100)); done; printf "$0 end"`;
    const started = await Promise.all(
      [...Array(AT_ONCE).keys()].map((n) =>
        runs.automation.start(runs.address, ['sh', '-c', script, `run${n}`], {
          interactive: false,
          login: false,
        }),
      ),
    );
    const codes = await Promise.all(started.map((run) => run.finished({ timeoutMs: 240_000 })));
    expect(codes.map(({ code }) => code)).toEqual(started.map(() => 0));
    for (const [n, run] of started.entries()) {
      const expected = [...Array(LINES).keys()].map((i) => `run${n} line ${i + 1}`);
      const { entries } = await run.harvest(0, { maxBytes: 10_000_000 });
      const texts = entries.map(({ text }) => text);
      expect(texts.length).toBe(LINES + 1);
      expect(texts).toEqual([...expected, `run${n} end`]);
    }
    await expect.poll(async () => (await runs.tmux.panes()).length).toBe(2);
  }, 600_000);

  it(`leaves no descriptor, window or memory behind after ${IN_A_ROW} in a row`, async () => {
    await using runs = await openRuns({ address: 'local', options: { timeoutMs: 60_000 } });
    const once = async (n: number): Promise<void> => {
      const run = await runs.automation.start(runs.address, `exit ${n % 100}`, {
        interactive: false,
        login: false,
      });
      expect(await run.finished({ timeoutMs: 60_000 })).toMatchObject({ code: n % 100 });
      if (n % 50 === 0) expect((await run.harvest()).entries).toEqual([]);
    };
    const batch = async (from: number, count: number): Promise<void> => {
      // Three at a time: one waits for its processes while the next one starts.
      const queue = [...Array(count).keys()];
      await Promise.all(
        [0, 1, 2].map(async () => {
          for (let n = queue.shift(); n !== undefined; n = queue.shift()) await once(from + n);
        }),
      );
    };
    await batch(0, WARM_UP);
    collectGarbage();
    const before = { descriptors: descriptors(), memory: process.memoryUsage().heapUsed };
    await batch(WARM_UP, IN_A_ROW - WARM_UP);
    await expect.poll(async () => (await runs.tmux.panes()).length).toBe(2);
    await expect.poll(descriptors).toBeLessThanOrEqual(before.descriptors + 3);
    collectGarbage();
    expect(process.memoryUsage().heapUsed - before.memory).toBeLessThan(10_000_000);
    expect((await runs.store.runs.count({ state: 'finished' })) >= IN_A_ROW).toBe(true);
    const left = readdirSync(runs.folder).filter((name) => !/\.(log|exit|record|marks)$/.test(name));
    expect(left).toEqual([]);
  }, 600_000);
});

function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
}

function descriptors(): number {
  return readdirSync('/proc/self/fd').length;
}
