import { expect, it } from 'vitest';
import { resultsPage } from './results-page.js';

const round = { revision: 'abc1234', seconds: 10, jobs: 5, violations: [] };

it('adds up the faults of all rounds, and names the seeds that violated a rule', () => {
  const page = resultsPage([
    { ...round, seed: 1, profile: 'local', counts: { 'mux run killed': 2 } },
    { ...round, seed: 2, profile: 'local', counts: { 'mux run killed': 1_200, 'SSH cut': 1 } },
    {
      ...round,
      seed: 7,
      profile: 'disk',
      counts: { 'disk full': 3 },
      violations: [{ rule: 'wrong-end', about: 'j1', detail: 'x' }],
    },
  ]);
  expect(page).toContain('**3 rounds, 15 programs, 1,206 faults, 1 violations.**\nPlayed on `abc1234`.');
  expect(page).toContain('| local | mux run killed | 1,202 |');
  expect(page).toContain('| disk | 1 | 3 | 1 | 7 |');
  expect(page).toContain('| 1 | disk 7 |');
});
