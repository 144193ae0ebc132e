import type { FaultShape } from '../plan.js';
import type { World } from '../world.js';

/** Something that goes wrong. */
export interface Fault extends FaultShape {
  /** Of faults of the same group only one lasts at a time. */
  readonly group?: string;
  /**
   * Does it to one of those that are there, chosen by a number from 0 to 1. Resolves with what undoes it and a
   * description; with `undefined` where there is nothing that it could be done to now.
   */
  inject(world: World, pick: number): Promise<Injected | undefined>;
}

export interface Injected {
  /** For the history: what it was done to. */
  readonly to: string;
  heal(): Promise<void>;
}

/** One of a list, by a number from 0 to 1. */
export function chosen<T>(list: readonly T[], pick: number): T | undefined {
  return list[Math.floor(pick * list.length)];
}
