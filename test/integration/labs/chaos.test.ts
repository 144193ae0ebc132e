import { afterAll, describe, expect, it } from 'vitest';
import { closeProfiles, profiles } from '../../chaos/profiles.js';
import { runRound } from '../../chaos/round.js';
import { sized, soak } from '../../soak.js';

/** The profiles that are part of every run of the tests. */
const ALWAYS = new Set(['local']);
/** Those whose short form has passed, but which still find violations now and then: see docs/decisions/0042-chaos-suite.md. */
const IN_SOAK = new Set(['ssh', 'clock']);

/** The same faults in every run. The whole suite is `npm run test:chaos`. */
const SEED = 1;

afterAll(closeProfiles);

describe.runIf(process.platform === 'linux')('a round of faults', () => {
  const steady = profiles.filter(({ name }) => ALWAYS.has(name) || (soak && IN_SOAK.has(name)));
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
