import { AsyncLocalStorage } from 'node:async_hooks';
import type { HostAddress } from '../model/index.js';

/** Refuses, by throwing, to let the caller of the moment use a host. */
export type HostGuard = (address: HostAddress) => Promise<void>;

const guards = new AsyncLocalStorage<HostGuard | undefined>();

/** Carries out work for a caller that may not use every host: all that it opens is checked, however deep that is. */
export function guarded<T>(guard: HostGuard | undefined, work: () => T): T {
  return guards.run(guard, work);
}

/** The guard of the work that this call belongs to; none for the process itself. */
export function hostGuard(): HostGuard | undefined {
  return guards.getStore();
}
