import { afterAll, describe, expect, it } from 'vitest';
import { closeProfiles, profiles } from '../../chaos/profiles.js';
import { runRound } from '../../chaos/round.js';
import { sized, soak } from '../../soak.js';

/**
 * The profiles whose short form has passed. Not in every run of the tests: they still find violations now and then, see
 * docs/labs/chaos.md.
 */
const STEADY = new Set(['local', 'ssh', 'clock']);

/** The same faults in every run. The whole suite is `npm run test:chaos`. */
const SEED = 1;

afterAll(closeProfiles);

describe.runIf(soak)('a round of faults', () => {
  const steady = profiles.filter(({ name }) => STEADY.has(name));
  it.each(steady.map((profile) => [profile.name, profile] as const))(
    'violates no rule in the profile %s',
    { timeout: 600_000 },
    async (_, profile) => {
      const { counts, violations } = await runRound({ seed: SEED, profile, faults: sized(12, 80) });
      expect(violations.map(({ rule, about, detail }) => `${rule}: ${about}: ${detail}`)).toEqual([]);
      expect(Object.keys(counts)).not.toEqual([]);
    },
  );
});
