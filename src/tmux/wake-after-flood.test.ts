import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { WakeAfterFlood } from './wake-after-flood.js';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('WakeAfterFlood', () => {
  it('speaks once when a flood has ended, and not while it goes on', () => {
    const wake = vi.fn();
    const flood = new WakeAfterFlood(wake);
    for (let i = 0; i < 100; i++) {
      flood.output(10_000);
      vi.advanceTimersByTime(100);
    }
    expect(wake).not.toHaveBeenCalled();
    vi.advanceTimersByTime(60_000);
    expect(wake).toHaveBeenCalledOnce();
  });

  it('leaves a connection alone on which little comes, however long', () => {
    const wake = vi.fn();
    const flood = new WakeAfterFlood(wake);
    for (let i = 0; i < 1_000; i++) {
      flood.output(1_000);
      vi.advanceTimersByTime(1_000);
    }
    expect(wake).not.toHaveBeenCalled();
    expect(vi.getTimerCount()).toBe(0);
  });
});
