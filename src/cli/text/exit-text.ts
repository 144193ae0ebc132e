export interface Ended {
  readonly code?: number | undefined;
  readonly signal?: string | undefined;
  readonly timedOut?: boolean | undefined;
  readonly notRun?: boolean | undefined;
  readonly lost?: boolean | undefined;
}

/** How something ended: `ended with 3`, `ended by SIGTERM`, `timed out`, `was not run`, `lost`. */
export function exitText({ code, signal, timedOut, notRun, lost }: Ended): string {
  if (lost) return 'lost';
  if (notRun) return 'was not run';
  if (timedOut) return 'timed out';
  if (signal !== undefined) return `ended by ${signal}`;
  return code === undefined ? 'ended' : `ended with ${code}`;
}

/** The code of what has ended, for a command that waited for it; 1 where nobody knows it. */
export function exitCode({ code, lost }: Ended): number {
  return lost ? 1 : (code ?? 0);
}
