import { setTimeout as delay } from 'node:timers/promises';
import { storeDefaults } from '../store-defaults.js';

/** Does it again while another connection holds the lock that it needs, for as long as the store is willing to wait. */
export async function patiently<T>(
  work: () => T,
  timeoutMs: number = storeDefaults.busyTimeoutMs,
): Promise<T> {
  const endsAt = performance.now() + timeoutMs;
  for (let pauseMs = 1; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    try {
      return work();
    } catch (error) {
      if (!isBusy(error) || performance.now() >= endsAt) throw error;
    }
    // Those who began to wait together must not go on meeting each other.
    await delay(pauseMs * (0.5 + Math.random()));
  }
}

const LONGEST_PAUSE_MS = 25;

/** SQLite's words for "not now": `SQLITE_BUSY_RECOVERY` and the like are cases of the first. */
function isBusy(error: unknown): boolean {
  const code = (error as { code?: unknown }).code;
  return typeof code === 'string' && /^SQLITE_(BUSY|LOCKED|PROTOCOL)/.test(code);
}
