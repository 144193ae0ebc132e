import type { WorkerRecord } from '../store/index.js';

/** `unknown`: its host does not answer, and `reason` says why. */
export type WorkerState = 'starting' | 'running' | 'stopped' | 'unknown';

/** A worker as it is now. */
export interface Worker extends Omit<WorkerRecord, 'state' | 'recipe' | 'claim'> {
  readonly state: WorkerState;
  /** Why nobody knows what it does, or how it was lost. */
  readonly reason?: string;
  /** Name of the program in the foreground of its pane. */
  readonly program?: string;
  /** When something was last printed in its window. */
  readonly activeAt?: Date;
  /** Whether a person has its window on the screen. */
  readonly viewed?: boolean;
}
