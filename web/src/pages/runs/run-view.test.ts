import { describe, expect, it } from 'vitest';
import { type RunFacts, runDuration, runLabel, runsByDay, runsWithText } from './run-view.js';

const run: RunFacts = { id: 'r1', host: 'local', state: 'finished', command: 'npm test', type: 'npm' };

describe('a run as it is shown', () => {
  it('says in words how it ended', () => {
    const ends: Partial<RunFacts>[] = [
      { exitCode: 0 },
      { exitCode: 3 },
      { exitCode: 143, signal: 'SIGTERM' },
      { exitCode: 124, timedOut: true },
      { state: 'lost' },
      { state: 'running' },
    ];
    expect(ends.map((end) => runLabel({ ...run, ...end }, false).text)).toEqual([
      'exit 0',
      'exit 3',
      'SIGTERM',
      'timed out',
      'lost',
      'running',
    ]);
    expect(runLabel({ ...run, state: 'running' }, true)).toMatchObject({ text: 'asks', tone: 'waits' });
  });

  it('counts the time of a running one up to now, and none if its end was not observed', () => {
    const startedAt = '2026-11-17T12:00:00.000Z';
    const now = Date.parse('2026-11-17T12:00:09.000Z');
    expect(runDuration({ ...run, state: 'running', startedAt }, now)).toBe(9_000);
    expect(runDuration({ ...run, startedAt, finishedAt: '2026-11-17T12:00:02.000Z' }, now)).toBe(2_000);
    expect(runDuration({ ...run, state: 'lost', startedAt }, now)).toBeUndefined();
  });

  it('is found by any words of what is shown', () => {
    const other: RunFacts = { ...run, id: 'r2', command: 'make', host: 'docker://box', tags: ['nightly'] };
    expect(runsWithText([run, other], 'NIGHTLY box')).toEqual([other]);
    expect(runsWithText([run, other], ' ')).toEqual([run, other]);
  });

  it('is grouped by the day it started on', () => {
    const now = new Date(2026, 10, 17, 12).getTime();
    const at = (day: number): RunFacts => ({ ...run, startedAt: new Date(2026, 10, day, 8).toISOString() });
    const groups = runsByDay([at(17), at(17), at(16), at(3)], now);
    expect(groups.map(({ title, runs }) => `${title}: ${runs.length}`)).toEqual([
      'Today: 2',
      'Yesterday: 1',
      'Tuesday 3 November: 1',
    ]);
  });
});
