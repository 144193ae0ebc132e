/**
 * Milliseconds out of `30` (in `unitMs`), `'30s'`, `'150ms'`, `'2m'`, `'7d'`; `undefined` for anything else.
 *
 * @example
 * parseDuration(30, 1000); // 30000
 * parseDuration('150ms', 1000); // 150
 */
export function parseDuration(value: unknown, unitMs: number): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value * unitMs : undefined;
  if (typeof value !== 'string') return undefined;
  const match = /^(\d+(?:\.\d+)?)\s*(ms|s|m|h|d)$/.exec(value.trim());
  if (!match) return undefined;
  return Number(match[1]) * (units[match[2] ?? ''] ?? Number.NaN);
}

const units: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };
