/** `select`, `insert`: what a statement begins with. */
export function verbOf(sql: string): string {
  return /^\s*(\w+)/.exec(sql)?.[1]?.toLowerCase() ?? '';
}

/**
 * A value as every database takes it. One package for SQLite ends a text at its first NUL, and PostgreSQL refuses one:
 * its picture stays in its place.
 */
export function storable(value: unknown): unknown {
  if (typeof value === 'string' && value.includes('\0')) return value.replaceAll('\0', '\u2400');
  return value === undefined ? null : value;
}
