import { MuxError } from '../../model/index.js';
import { operationScopes } from './operation-scopes.js';

/** What a token may do: each holds all that stand before it. */
export const scopes = ['read', 'respond', 'control', 'admin'] as const;

export type Scope = (typeof scopes)[number];

/** Whether one of the scopes of a caller is enough. */
export function allows(held: readonly string[], needed: Scope): boolean {
  const least = scopes.indexOf(needed);
  return held.some((scope) => scopes.indexOf(scope as Scope) >= least);
}

/** What a caller needs for an operation. One that states none keeps the server from starting. */
export function scopeOf({ name }: { readonly name: string }): Scope {
  const scope = scopes.find((one) => operationScopes[one].includes(name));
  if (scope !== undefined) return scope;
  throw new MuxError('INTERNAL_ERROR', `The operation ${name} has no required scope.`, {
    suggestion: 'Add it to src/operations/tokens/operation-scopes.ts.',
  });
}
