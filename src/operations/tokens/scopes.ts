import type { Effect } from '../effect.js';

/** What a token may do: each holds all that stand before it. */
export const scopes = ['read', 'respond', 'control', 'admin'] as const;

export type Scope = (typeof scopes)[number];

/** Whether one of the scopes of a caller is enough. */
export function allows(held: readonly string[], needed: Scope): boolean {
  const least = scopes.indexOf(needed);
  return held.some((scope) => scopes.indexOf(scope as Scope) >= least);
}

/** What a caller needs for an operation. */
export function scopeOf({ name, effect }: { readonly name: string; readonly effect: Effect }): Scope {
  const [family = ''] = name.split('.', 1);
  if (ownAffairs.has(family)) return 'admin';
  if (effect === 'read') return 'read';
  return answers.has(name) ? 'respond' : 'control';
}

/** About the server itself, and who may do what. */
const ownAffairs = new Set(['token', 'audit', 'config']);

/** To answer what a program asked. */
const answers = new Set(['agent.respond', 'run.input']);
