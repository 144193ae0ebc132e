import { describe, expect, it } from 'vitest';
import { changeOf, stretches } from './agent-view.js';

describe('an agent as it is shown', () => {
  it('has its history in stretches, up to now', () => {
    const at = (second: number) => new Date(second * 1_000).toISOString();
    const changes = [
      { at: at(20), state: 'AWAITING_INPUT' },
      { at: at(0), state: 'IDLE' },
      { at: at(10), state: 'PROCESSING' },
      { at: at(12), state: 'PROCESSING' },
    ];
    expect(stretches(changes, 30_000)).toEqual([
      { state: 'IDLE', from: 0, to: 10_000 },
      { state: 'PROCESSING', from: 10_000, to: 20_000 },
      { state: 'AWAITING_INPUT', from: 20_000, to: 30_000 },
    ]);
  });

  it('reads the state out of an event', () => {
    const at = '2026-11-17T12:00:00.000Z';
    expect(changeOf({ at, new_state: 'IDLE' })).toEqual({ at, state: 'IDLE' });
    expect(changeOf({ at })).toBeUndefined();
  });
});
