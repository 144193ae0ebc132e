import { loadModule } from '../../model/index.js';
import type { OperationContext } from '../operation.js';
import { confinementOf } from './confinement-of.js';
import type { PlaceRef } from './place.js';
import { placedInput } from './placed-input.js';
import type { Fields } from './reach-rule.js';

type Calling = Pick<OperationContext, 'runtime' | 'caller'>;

/** Refuses an operation out of reach before its answer begins. Fails as `requirePlaces` does. */
export async function requireReach(operation: string, input: Fields, calling: Calling): Promise<void> {
  const confinement = await confinementOf(calling);
  if (!confinement) return;
  const { reachRule } = await loadModule(() => import('./reach-rules.js'));
  const placed = await placedInput(operation, input, calling.runtime);
  await confinement.require(await reachRule(operation).at(placed, await calling.runtime.store()));
}

/** For what is no operation. Fails with `HOST_NOT_ALLOWED` or `TARGET_NOT_ALLOWED`. */
export async function requirePlaces(refs: readonly PlaceRef[], calling: Calling): Promise<void> {
  await (await confinementOf(calling))?.require(refs);
}
