import { AsyncLocalStorage } from 'node:async_hooks';
import { guarded, type HostGuard } from '../../hosts/index.js';

/** A `Confinement`, of which this knows nothing: the runtime, which it works with, imports this file. */
const current = new AsyncLocalStorage<object | undefined>();

/** The limits of the caller whose work this is; none for the process itself. */
export function currentConfinement(): object | undefined {
  return current.getStore();
}

/** @internal */
export function within<T>(confinement: object, guard: HostGuard, work: () => T): T {
  return current.run(confinement, () => guarded(guard, work));
}

/** Carries out what the process does for itself, or for all callers, also where one of them made it begin. */
export function outside<T>(work: () => T): T {
  return current.run(undefined, () => guarded(undefined, work));
}
