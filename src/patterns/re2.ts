import { createRequire } from 'node:module';

/** Most commands match no pattern from outside, and need not load the engine. */
export function re2(): typeof import('re2js') {
  loaded ??= createRequire(import.meta.url)('re2js') as typeof import('re2js');
  return loaded;
}

let loaded: typeof import('re2js') | undefined;
