import { expect, it } from 'vitest';
import { makePlan } from './plan.js';

const shapes = [
  { name: 'kill', weight: 3, forMs: [0, 0] },
  { name: 'stop', weight: 1, forMs: [20, 2_000] },
] as const;

it('plans the same faults and jobs for the same seed, and others for another one', () => {
  const plan = (seed: number) => {
    const { faults, job } = makePlan({ seed, faults: 50, shapes, pauseMs: 300 });
    return { faults, jobs: [job(1), job(2), job(40)] };
  };
  expect(plan(7)).toEqual(plan(7));
  expect(plan(8)).not.toEqual(plan(7));
});

it('plans a fault as often as its weight says, for as long as it may last', () => {
  const { faults } = makePlan({ seed: 1, faults: 4_000, shapes, pauseMs: 300 });
  const stops = faults.filter(({ name }) => name === 'stop');
  expect(stops.length).toBeGreaterThan(800);
  expect(stops.length).toBeLessThan(1_200);
  expect(stops.every(({ forMs }) => forMs >= 20 && forMs <= 2_000)).toBe(true);
});
