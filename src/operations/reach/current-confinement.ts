import { AsyncLocalStorage } from 'node:async_hooks';
import { guarded, type HostGuard } from '../../hosts/host-guard.js';
import type { Confinement } from './confinement.js';

const current = new AsyncLocalStorage<Confinement | undefined>();

/** The limits of the caller whose work this is; none for the process itself. */
export function currentConfinement(): Confinement | undefined {
  return current.getStore();
}

/** @internal */
export function within<T>(confinement: Confinement, guard: HostGuard, work: () => T): T {
  return current.run(confinement, () => guarded(guard, work));
}

/** Carries out what the process does for itself, or for all callers, also where one of them made it begin. */
export function outside<T>(work: () => T): T {
  return current.run(undefined, () => guarded(undefined, work));
}
