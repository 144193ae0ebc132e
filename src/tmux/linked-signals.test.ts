import { describe, expect, it } from 'vitest';
import { LinkedSignals } from './linked-signals.js';

describe('signals of many calls', () => {
  it('abort with their own caller only', () => {
    const signals = new LinkedSignals();
    const caller = new AbortController();
    using one = signals.link(caller.signal);
    using other = signals.link();
    caller.abort(new Error('enough'));
    expect(one.signal.reason).toEqual(new Error('enough'));
    expect(other.signal.aborted).toBe(false);
  });

  it('all abort at the end, but those that were let go of', () => {
    const signals = new LinkedSignals();
    const open = signals.link(new AbortController().signal);
    const done = signals.link();
    done[Symbol.dispose]();
    signals.end();
    expect([open.signal.aborted, done.signal.aborted]).toEqual([true, false]);
    expect(signals.link().signal.aborted).toBe(true);
  });

  it('are aborted from the begin where the caller has given up before', () => {
    expect(new LinkedSignals().link(AbortSignal.abort()).signal.aborted).toBe(true);
  });
});
