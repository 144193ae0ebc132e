/**
 * A duration for people: `340 ms`, `4.2 s`, `30 s`, `3 min 12 s`, `2 h 5 min`, `3 d 4 h`. Durations that were measured, or
 * that are what is left of a time limit, have many decimals, which nobody needs.
 */
export function durationText(ms: number): string {
  if (ms < 999.5) return `${ms > 0 ? Math.max(1, Math.round(ms)) : 0} ms`;
  const tenths = Math.round(ms / 100);
  if (tenths < 600) return `${tenths / 10} s`;
  const seconds = Math.round(ms / 1_000);
  if (seconds < 3_600) return inTwoUnits(seconds, 60, 'min', 's');
  const minutes = Math.round(seconds / 60);
  if (minutes < 24 * 60) return inTwoUnits(minutes, 60, 'h', 'min');
  return inTwoUnits(Math.round(minutes / 60), 24, 'd', 'h');
}

function inTwoUnits(amount: number, size: number, large: string, small: string): string {
  const rest = amount % size;
  return `${Math.floor(amount / size)} ${large}${rest === 0 ? '' : ` ${rest} ${small}`}`;
}
