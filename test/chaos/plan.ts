import { randomFrom } from '../random-from.js';
import type { Job } from './job.js';

/** A fault as it was planned: which one, when, on what, and for how long. */
export interface PlannedFault {
  readonly name: string;
  /** Milliseconds after the fault before. */
  readonly afterMs: number;
  /** From 0 to 1: chooses among what is there at that moment. */
  readonly pick: number;
  readonly forMs: number;
}

/** Everything that a round does, derived from its seed alone. */
export interface Plan {
  readonly seed: number;
  readonly faults: readonly PlannedFault[];
  /** The job with this number; the round starts as many as its time allows. */
  job(number: number): Job;
}

/** What of a fault is planned: its name, how often it comes beside others, and how long it lasts. */
export interface FaultShape {
  readonly name: string;
  readonly weight: number;
  readonly forMs: readonly [shortest: number, longest: number];
}

export interface PlanOptions {
  readonly seed: number;
  readonly faults: number;
  readonly shapes: readonly FaultShape[];
  /** The longest pause between two faults. */
  readonly pauseMs: number;
}

export function makePlan({ seed, faults, shapes, pauseMs }: PlanOptions): Plan {
  const random = randomFrom(seed);
  const total = shapes.reduce((sum, { weight }) => sum + weight, 0);
  const planned = Array.from({ length: faults }, (): PlannedFault => {
    const { name, forMs } = weighted(shapes, random() * total);
    const [shortest, longest] = forMs;
    // Mostly short, sometimes long.
    const length = random() ** 3;
    return {
      name,
      afterMs: Math.round(random() * pauseMs),
      pick: random(),
      forMs: Math.round(shortest + length * (longest - shortest)),
    };
  });
  return { seed, faults: planned, job: (number) => makeJob(seed, number) };
}

function weighted(shapes: readonly FaultShape[], at: number): FaultShape {
  let left = at;
  for (const shape of shapes) {
    left -= shape.weight;
    if (left < 0) return shape;
  }
  const last = shapes.at(-1);
  if (!last) throw new Error('There is no fault to plan.');
  return last;
}

/** Of its own seed, so that a job is the same however many there were before it. */
function makeJob(seed: number, number: number): Job {
  const random = randomFrom(seed * 1_000 + number);
  const below = (most: number): number => Math.floor(random() * most);
  return {
    name: `j${number}`,
    seed: 1 + below(2_000_000_000),
    lines: 20 + below(300),
    burst: 5 + below(60),
    pauseSeconds: (1 + below(20)) / 100,
    questions: random() < 0.5 ? 0 : 1 + below(3),
    echo: random() < 0.8,
    code: random() < 0.5 ? 0 : below(120),
  };
}
