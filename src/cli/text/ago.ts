/** How long ago a moment was, in one unit: `40s`, `12m`, `3h`, `9d`. */
export function ago(moment: string | undefined, now: number = Date.now()): string {
  return moment === undefined ? '' : span(now - Date.parse(moment));
}

/** A time in one unit. */
export function span(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1_000));
  if (seconds < 60) return `${seconds}s`;
  if (seconds < 3_600) return `${Math.floor(seconds / 60)}m`;
  if (seconds < 86_400) return `${Math.floor(seconds / 3_600)}h`;
  return `${Math.floor(seconds / 86_400)}d`;
}
