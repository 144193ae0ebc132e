import { describe, expect, it } from 'vitest';
import { agentState, runState, states, workerState } from './states.js';

describe('the table of states', () => {
  it('says that something waits for a person exactly where its colour says so', () => {
    for (const { tone, waitsForPerson } of Object.values(states))
      expect(tone === 'waits').toBe(waitsForPerson);
  });

  it.each([
    [{ state: 'running' }, 'running', 'busy'],
    [{ state: 'waiting-for-input' }, 'asks', 'waits'],
    [{ state: 'waiting-for-input', idle: true }, 'idle', 'good'],
    [{ state: 'finished', code: 0 }, 'exit 0', 'good'],
    [{ state: 'finished', code: 3 }, 'exit 3', 'bad'],
    [{ state: 'finished', code: 143, signal: 'SIGTERM' }, 'SIGTERM', 'bad'],
    [{ state: 'finished', code: 124, timedOut: true }, 'timed out', 'bad'],
    [{ state: 'finished', code: 129, lost: true }, 'lost', 'bad'],
    [{ state: 'lost' }, 'lost', 'bad'],
    [{ state: 'finished' }, 'ended', 'quiet'],
  ] as const)('has a word and a colour for a run like %j', (facts, text, tone) => {
    expect(runState(facts)).toMatchObject({ text, tone });
  });

  it('has the same words for workers', () => {
    expect(workerState({ state: 'running' })).toBe(states.running);
    expect(workerState({ state: 'unknown' })).toBe(states.unknown);
    expect(workerState({ state: 'stopped', exit: { code: 2 } }).text).toBe('exit 2');
    expect(workerState({ state: 'stopped' }).text).toBe('ended');
  });

  it('has a word for every state of an agent, also for one that is new', () => {
    const all = ['AWAITING_INPUT', 'PROCESSING', 'IDLE', 'STARTING', 'EXITED', 'DREAMING'];
    expect(all.map((state) => agentState(state).text)).toEqual([
      'waits for you',
      'working',
      'idle',
      'starting',
      'ended',
      'unknown',
    ]);
  });
});
