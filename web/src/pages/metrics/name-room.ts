import type { TypeMetrics } from './type-metrics.js';

/** Pixels that the names of kinds take at the left of a chart. */
export function nameRoom(types: readonly Pick<TypeMetrics, 'type'>[]): number {
  const longest = Math.max(0, ...types.map(({ type }) => Math.min(18, type.length)));
  return Math.max(48, 18 + longest * 7);
}
