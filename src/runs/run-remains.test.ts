import { describe, expect, it } from 'vitest';
import { newRunId } from './run-id.js';
import { parseRemains, runIdTime } from './run-remains.js';

describe('what runs have left', () => {
  it('is taken from the contents and sizes of their files', () => {
    const [remains, ...more] = parseRemains(
      ['/logs'],
      [
        '=',
        './abc1.exit:3',
        './abc1.record:1700000000 1700000009 3 0 0',
        './abc1.marks:start 1700000000 0',
        './abc1.marks:gap 40',
        './abc1.marks:exit 3 1700000009 90',
        'total 12',
        '-rw------- 1 0 0  1 Jan  1 00:00 abc1.exit',
        '-rw------- 1 0 0 30 Jan  1  2024 abc1.log',
        '-rw-------. 1 1000 1000 60 Nov 15 23:59 abc1.log.40',
        '-rw------- 1 0 0 40 Nov 15 23:59 abc1.log.0',
        '-rw------- 1 0 0 60 Nov 15 23:59 abc1.scrub.77',
        'prw-------    1 0        0                0 Nov 15 23:59 abc1.in',
        '',
      ].join('\n'),
    );
    expect(more).toEqual([]);
    expect(remains).toMatchObject({
      id: 'abc1',
      folder: '/logs',
      ending: { exitCode: 3, sentinelCode: 3, gaps: 1, endedAt: new Date(1_700_000_009_000) },
      logSize: 130,
    });
    expect(remains?.files.map(({ name, bytes, passing }) => [name, bytes, passing])).toEqual([
      ['abc1.exit', 1, false],
      ['abc1.log', 30, false],
      ['abc1.log.40', 60, false],
      ['abc1.log.0', 40, false],
      ['abc1.scrub.77', 60, false],
      ['abc1.in', 0, true],
    ]);
  });

  it('leaves out everything that is not named and made like a file of a run', () => {
    const lines = [
      '-rw------- 1 0 0 1 Jan  1 00:00 notes.txt',
      '-rw------- 1 0 0 1 Jan  1 00:00 abc.log.gz',
      '-rw------- 1 0 0 1 Jan  1 00:00 abc.log ',
      '-rw------- 1 0 0 1 Jan  1 00:00 ABC.log',
      '-rw------- 1 0 0 1 Jan  1 00:00 a b.log',
      '-rw------- 1 0 0 1 Jan  1 00:00 abc.log.-1',
      '-rw------- 1 0 0 1 Jan  1 00:00 abc.in',
      'prw------- 1 0 0 1 Jan  1 00:00 abc.log',
      'drwx------ 1 0 0 1 Jan  1 00:00 abc.log',
      'lrwxrwxrwx 1 0 0 1 Jan  1 00:00 abc.log -> /etc/passwd',
    ];
    expect(parseRemains(['/logs'], `=\n${lines.join('\n')}\n`)).toEqual([]);
  });

  it('belongs to the folder that it was found in', () => {
    const listed = (id: string): string => `-rw------- 1 0 0 1 Jan  1 00:00 ${id}.log`;
    const found = parseRemains(['/a', '/gone', '/b'], `=\n${listed('x')}\n=\n=\n${listed('y')}\n`);
    expect(found.map(({ folder, id }) => [folder, id])).toEqual([
      ['/a', 'x'],
      ['/b', 'y'],
    ]);
  });
});

describe('the time in an id', () => {
  it('is when the run was started', () => {
    const now = new Date('2026-05-04T03:02:01.234Z');
    expect(runIdTime(newRunId(now))).toEqual(now);
  });

  it.each(['', 'server', 'aaaaaaaaaaaaaa', 'mfoobar00000000'])('is not to be had from %j', (text) => {
    expect(runIdTime(text)).toBeUndefined();
  });
});
