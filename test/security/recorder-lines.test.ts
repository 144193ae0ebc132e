import { describe, expect, it } from 'vitest';
import { redactionRules } from '../../src/redaction/redaction-rules.js';
import { everyTool, RecorderProcess } from '../integration/recorder/recorder-process.js';
import { soak } from '../soak.js';
import { WORST } from './worst-lines.js';
import { recorderWork } from './worst-recorders.js';

/** Those that were quadratic in one of the tools. */
const HARD = /^(?:tokens|open quotes|coloured|titles|characters)/;
const lines = Object.entries(WORST).filter(([name]) => soak || HARD.test(name));
const rules = redactionRules({ secrets: ['hunter2 hunter3'] });

const SMALL = 16_000;
const GROWTH = 8;
const QUADRATIC = GROWTH ** 2;
/** Below that, to start the tool counts for more than the line. */
const LEAST_MS = 40;
const MOST_SAMPLES = 6;

describe.each(everyTool)('a line from outside that is recorded in $name', ({ tool }) => {
  it.each(lines)('takes time that grows with its length: %s', async (_, [begin, middle, end]) => {
    const work = async (size: number): Promise<number> => {
      const line = begin + middle.repeat(size / middle.length) + end;
      const { ms, written } = await recorderWork({ tool, rules }, line);
      expect(written).not.toBe('');
      return Math.max(ms, LEAST_MS);
    };
    const small = Math.min(await work(SMALL), await work(SMALL));
    // Other work of the machine only adds to it, and no luck makes a square linear.
    let ratio = Number.POSITIVE_INFINITY;
    for (let left = MOST_SAMPLES; left > 0 && ratio >= QUADRATIC / 2; left--) {
      ratio = Math.min(ratio, (await work(SMALL * GROWTH)) / small);
    }
    expect(ratio).toBeLessThan(QUADRATIC / 2);
  });

  it('hides web tokens of any length, and what only begins as one is kept', async () => {
    const long = 'x'.repeat(20_000);
    const token = `eyJ${long}.eyJ${long}.${long}`;
    const { written } = await recorderWork({ tool, rules }, `a ${token} b eyJ${long}.eyJshort ${token}; c`);
    expect(written).toMatch(/a \*{4} b eyJx{20000}\.eyJshort \*{4}; c/);
  });

  it('shows nothing of a given secret of several words in a line that has not ended', async () => {
    await using recorder = await RecorderProcess.start({ tool, rules, live: true });
    recorder.write('it is hun\x1b[1mter2\x1b[0m hunt');
    await expect.poll(async () => (await recorder.file('tail')).toString()).toMatch(/^\d+ \d+\nit is/);
    expect((await recorder.file('tail')).toString()).toMatch(/\nit is (?:\x1b\[1m)?$/);
    recorder.write('ing? ');
    await expect.poll(async () => (await recorder.file('tail')).toString()).toContain('hunting? ');
  });
});
