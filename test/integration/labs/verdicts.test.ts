import { describe, expect, it } from 'vitest';
import { openPlace } from '../../labs/verdicts/open-place.js';
import { allPrograms } from '../../labs/verdicts/programs/index.js';
import { progressLine } from '../../labs/verdicts/report.js';
import { tryPrograms } from '../../labs/verdicts/try-programs.js';

/** The short form of `npm run lab -- verdicts`: the programs that every machine has on which the tests run. */
describe('the verdict lab', () => {
  it('is right about each program, reports one prompt for one wait, and is never certain of what is wrong [A45] [A49]', async () => {
    await using place = await openPlace('local');
    const user = process.getuid?.() === 0 ? 'root' : 'user';
    const programs = allPrograms.filter(({ short }) => short);
    const traits = { name: 'local', user, container: false, provided: [] } as const;
    const { observations, notTried } = await tryPrograms(place, traits, programs, {
      withinMs: 60_000,
      graceMs: 60_000,
      watchMs: 3_500,
      atOnce: 6,
    });
    console.log(observations.map(progressLine).join('\n'));
    console.log(notTried.map(({ program, why }) => `not tried: ${program.name}: ${why}`).join('\n'));
    const wrong = observations.filter(({ problems }) => problems.length > 0);
    expect(wrong.map(progressLine)).toEqual([]);
    expect(observations.length).toBeGreaterThanOrEqual(25);
  }, 600_000);
});
