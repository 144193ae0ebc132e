import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { eitherSignal } from './either-signal.js';

describe('a signal of several', () => {
  it('aborts with the first of them, and for its reason', () => {
    const [one, other] = [new AbortController(), new AbortController()];
    using either = eitherSignal(one.signal, other.signal);
    expect(either.signal.aborted).toBe(false);
    other.abort(new Error('enough'));
    one.abort(new Error('late'));
    expect(either.signal.reason).toEqual(new Error('enough'));
  });

  it('is aborted from the start if one of them is', () => {
    const one = new AbortController();
    using either = eitherSignal(one.signal, AbortSignal.abort('before'));
    expect(either.signal.reason).toBe('before');
    expect(getEventListeners(one.signal, 'abort')).toEqual([]);
  });

  it('aborts with all others where they have a source in common, but not when it is disposed', () => {
    const closing = new AbortController();
    const caller = new AbortController();
    using one = eitherSignal(closing.signal, caller.signal);
    using other = eitherSignal(closing.signal, undefined);
    const done = eitherSignal(closing.signal);
    done[Symbol.dispose]();
    caller.abort(new Error('enough'));
    expect(one.signal.reason).toEqual(new Error('enough'));
    expect(other.signal.aborted).toBe(false);
    closing.abort();
    expect([other.signal.aborted, done.signal.aborted]).toEqual([true, false]);
    expect(eitherSignal(closing.signal).signal.aborted).toBe(true);
  });

  it('leaves nothing in its sources when it is disposed', () => {
    const source = new AbortController().signal;
    for (let call = 0; call < 1_000; call++) eitherSignal(source)[Symbol.dispose]();
    expect(retainedBy(source)).toBe(0);
    const either = eitherSignal(source);
    expect(retainedBy(source)).toBe(1);
    either[Symbol.dispose]();
    expect(retainedBy(source)).toBe(0);
  });
});

/** Listeners, and entries of the sets in which Node keeps the signals that depend on this one. */
function retainedBy(signal: AbortSignal): number {
  const sets = Object.getOwnPropertySymbols(signal)
    .map((name) => (signal as unknown as Record<symbol, unknown>)[name])
    .filter((value) => value instanceof Set);
  return sets.reduce((sum, { size }) => sum + size, getEventListeners(signal, 'abort').length);
}
