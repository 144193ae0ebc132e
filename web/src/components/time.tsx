import { useEffect, useSyncExternalStore } from 'react';

/** A moment, told from now; the exact one is in its tip. */
export function Time({ at }: { readonly at: string | Date }) {
  const date = typeof at === 'string' ? new Date(at) : at;
  const now = useNow();
  return (
    <time dateTime={date.toISOString()} title={date.toLocaleString()} className="number">
      {ago(now - date.getTime())}
    </time>
  );
}

export interface DurationProps {
  /** Milliseconds; or the start time of something that is still running. */
  readonly ms?: number | undefined;
  readonly since?: string | undefined;
}

/** How long something took, or has been running. */
export function Duration({ ms, since }: DurationProps) {
  const now = useNow();
  const lasted = ms ?? (since === undefined ? 0 : wholeSeconds(now - new Date(since).getTime()));
  return <span className="number">{durationText(lasted)}</span>;
}

/** A running duration is updated every second: fractions would be noise. */
function wholeSeconds(ms: number): number {
  return Math.max(0, Math.floor(ms / 1_000)) * 1_000;
}

/** `340 ms`, `4.2 s`, `3 min 12 s`, `2 h 5 min`, `3 d 4 h` */
export function durationText(ms: number): string {
  if (ms <= 0) return '0 s';
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  const seconds = ms / 1_000;
  if (seconds < 10) return `${Number(seconds.toFixed(1))} s`;
  if (seconds < 60) return `${Math.round(seconds)} s`;
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} min ${Math.floor(seconds % 60)} s`;
  const hours = seconds / 3_600;
  if (hours < 24) return `${Math.floor(hours)} h ${Math.floor((seconds % 3_600) / 60)} min`;
  return `${Math.floor(hours / 24)} d ${Math.floor(hours % 24)} h`;
}

function ago(ms: number): string {
  if (ms < 5_000) return 'just now';
  if (ms < 60_000) return `${Math.floor(ms / 1_000)} s ago`;
  if (ms < 3_600_000) return `${Math.floor(ms / 60_000)} min ago`;
  if (ms < 48 * 3_600_000) return `${Math.floor(ms / 3_600_000)} h ago`;
  return `${Math.floor(ms / 86_400_000)} d ago`;
}

/** One clock for all relative times. It ticks while one of them is on a visible page. */
let now = Date.now();
let ticking: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

function useNow(): number {
  useEffect(() => {
    document.addEventListener('visibilitychange', tick);
    return () => document.removeEventListener('visibilitychange', tick);
  }, []);
  return useSyncExternalStore(subscribe, () => now);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  ticking ??= setInterval(tick, 1_000);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(ticking);
    ticking = undefined;
  };
}

function tick(): void {
  if (document.hidden) return;
  now = Date.now();
  for (const listener of [...listeners]) listener();
}
