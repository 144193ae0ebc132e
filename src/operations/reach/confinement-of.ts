import { loadModule } from '../../model/index.js';
import type { OperationContext } from '../operation.js';
import type { Confinement } from './confinement.js';
import { currentConfinement } from './current-confinement.js';

/** The limits of a caller; those of the work that this belongs to where nobody says who calls. */
export async function confinementOf({
  runtime,
  caller,
}: Pick<OperationContext, 'runtime' | 'caller'>): Promise<Confinement | undefined> {
  if (!caller) return currentConfinement() as Confinement | undefined;
  if (!caller.reach) return undefined;
  // Loaded where there are limits: the command line has none.
  const { Confinement } = await loadModule(() => import('./confinement.js'));
  return new Confinement(runtime, caller.reach);
}
