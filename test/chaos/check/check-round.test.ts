import { describe, expect, it } from 'vitest';
import { GAP_LINE } from '../../../src/recorder/recorder-limits.js';
import type { Evidence, Excuses, RunEvidence, StoredRun } from '../evidence.js';
import { answerText, expectedLines, type Job } from '../job.js';
import { checkRound } from './check-round.js';
import { rules } from './violation.js';

const job: Job = {
  name: 'j1',
  seed: 4711,
  lines: 60,
  burst: 10,
  pauseSeconds: 0.01,
  questions: 2,
  echo: true,
  code: 3,
};
const lines = expectedLines(job);
const none: Excuses = { serverEnded: false, recorderKilled: false, logUnwritable: false, storeAway: false };
const goodRun: StoredRun = {
  id: 'r1',
  verdict: { code: 3, lost: false, confidence: 'certain' },
  stored: { code: 3, lost: false },
  log: lines,
  fault: undefined,
  exitEvents: 1,
};
const good: RunEvidence = {
  job,
  start: 'started',
  truth: {
    starts: 1,
    answers: [0, 1].map((question) => ({ question, text: answerText(job, question) })),
    extra: [],
    ended: true,
  },
  runs: [goodRun],
  readers: [
    {
      by: 'reader 1',
      parts: [
        { cursor: 100, lines: lines.slice(0, 20) },
        { cursor: 900, lines: lines.slice(20) },
      ],
      end: { code: 3, lost: false },
    },
  ],
  excuses: none,
};
const quiet: Evidence = {
  runs: [good],
  deliveries: [
    {
      to: 'chat0',
      sent: [
        { text: 'a', outcome: 'accepted' },
        { text: 'b', outcome: 'unknown' },
        { text: 'c', outcome: 'accepted' },
      ],
      arrived: ['a', 'c'],
      mayBeGone: false,
    },
  ],
  journal: { stored: [1, 2, 4, 5], readers: [{ by: 'client 1', since: 1, ids: [2, 4, 5] }] },
  commands: [{ job, started: true, stdout: plain(lines), code: 3, excuses: none }],
  recordings: [
    { job, output: `\x1b[2J${lines.join('\r\n')}\r\n`, valid: true, complete: true, excuses: none },
  ],
  processes: {
    ended: [],
    stuck: [],
    errors: [{ who: 'client 1', code: 'STORE_UNAVAILABLE', message: 'locked' }],
  },
  leftovers: { files: [], processes: [] },
};

function plain(some: readonly string[]): string {
  return some.map((line) => `${line.replace(/\x1b\[\d*m/g, '')}\n`).join('');
}

function found(changed: Partial<Evidence>): string[] {
  return checkRound({ ...quiet, ...changed }).map(({ rule }) => rule);
}

const withRun = (changed: Partial<RunEvidence>): Partial<Evidence> => ({ runs: [{ ...good, ...changed }] });
const withStored = (changed: Partial<StoredRun>, more: Partial<RunEvidence> = {}): Partial<Evidence> =>
  withRun({ runs: [{ ...goodRun, ...changed }], readers: [], ...more });
const withTruth = (
  changed: Partial<RunEvidence['truth']>,
  more: Partial<RunEvidence> = {},
): Partial<Evidence> => withRun({ truth: { ...good.truth, ...changed }, ...more });
const lost = { code: 129, lost: true, confidence: 'guess' };
const killed = { ...none, serverEnded: true };

/** One violation of each rule, put into a history that is fine without it. */
const planted: Record<keyof typeof rules, Partial<Evidence>> = {
  'started-twice': withTruth({ starts: 2 }),
  'not-started': withTruth({ starts: 0, ended: false, answers: [] }, { readers: [], runs: [] }),
  unknown: withRun({ runs: [] }),
  'not-ended': withStored({ verdict: undefined }),
  'wrong-end': withStored({ verdict: { ...lost }, stored: lost }),
  'false-certainty': withTruth({ ended: false }, { excuses: killed, readers: [] }),
  'wrong-store': withStored({ stored: { code: 1, lost: false } }),
  'told-wrong': withRun({ readers: [{ by: 'reader 1', parts: [{ cursor: 9, lines }], end: lost }] }),
  'log-differs': withStored({ log: [...lines.slice(0, 30), ...lines.slice(31)] }),
  'log-fault': withStored({ fault: 'ENOSPC' }),
  'answer-missing': withTruth({ answers: good.truth.answers.slice(1) }),
  'answer-wrong': withTruth({ extra: [`${answerText(job, 1)}\n`] }),
  'cursor-broken': withRun({
    readers: [{ by: 'reader 1', parts: [{ cursor: 9, lines: lines.slice(1) }], end: undefined }],
  }),
  'exit-event': withStored({ exitEvents: 2 }),
  'journal-broken': { journal: { stored: [1, 2, 3], readers: [{ by: 'client 1', since: 0, ids: [1, 3] }] } },
  'delivery-missing': delivered(['a'], 'accepted'),
  'delivery-twice': delivered(['a', 'b', 'b'], 'unknown'),
  'delivery-order': delivered(['b', 'a'], 'accepted'),
  'delivery-strange': delivered(['a', 'b', 'x'], 'accepted'),
  'command-differs': { commands: [{ job, started: true, stdout: plain(lines), code: 0, excuses: none }] },
  'recording-differs': {
    recordings: [{ job, output: plain(lines.slice(3)), valid: true, complete: true, excuses: none }],
  },
  'process-ended': { processes: { ended: [{ who: 'server 1', how: 'SIGSEGV' }], stuck: [], errors: [] } },
  'not-closed': { processes: { ended: [], stuck: ['server 1'], errors: [] } },
  'internal-error': {
    processes: { ended: [], stuck: [], errors: [{ who: 'x', code: 'INTERNAL_ERROR', message: 'oops' }] },
  },
  'file-left': { leftovers: { files: ['r1.ack'], processes: [] } },
  'process-left': { leftovers: { files: [], processes: ['77 perl /dev/fd/4'] } },
};

function delivered(arrived: readonly string[], outcome: 'accepted' | 'unknown'): Partial<Evidence> {
  const sent = [
    { text: 'a', outcome },
    { text: 'b', outcome },
  ];
  return { deliveries: [{ to: 'chat0', sent, arrived, mayBeGone: false }] };
}

describe('the checker', () => {
  it('has nothing to say about a round in which all went well', () => {
    expect(checkRound(quiet)).toEqual([]);
  });

  it.each(Object.entries(planted))('finds %s', (rule, changed) => {
    expect(found(changed)).toEqual([rule]);
  });

  it('tells what each rule asks for', () => {
    expect(Object.keys(planted).sort()).toEqual(Object.keys(rules).sort());
  });

  it('takes a run for lost only where its server was ended, and then asks for nothing else', () => {
    const ended = { starts: 1, answers: [], extra: [], ended: false };
    const stored = {
      verdict: lost,
      stored: lost,
      log: [...lines.slice(0, 12), lines[12]?.slice(0, 3) ?? ''],
    };
    expect(found(withStored(stored, { truth: ended, excuses: killed }))).toEqual([]);
    expect(found(withStored(stored, { truth: ended }))).toEqual(['wrong-end']);
  });

  it('takes a command that never began for lost where nobody was told that it started', () => {
    const never = { starts: 0, answers: [], extra: [], ended: false };
    const stored = { verdict: lost, stored: lost, log: [] };
    expect(found(withStored(stored, { truth: never, start: 'unknown' }))).toEqual([]);
    expect(found(withStored(stored, { truth: never, start: 'started' }))).toContain('not-started');
    const notRun = { code: 125, lost: false, confidence: 'certain' };
    const told = { verdict: notRun, stored: notRun, log: [] };
    expect(found(withStored(told, { truth: never, start: 'unknown' }))).toEqual([]);
    expect(found(withStored(told, { truth: { ...never, starts: 1 }, start: 'unknown' }))).toEqual([
      'wrong-end',
    ]);
  });
});

describe('mux run', () => {
  const refused = { job, started: false, stdout: '', code: 1 };

  it('may refuse to start a command only where its log or the store cannot be written', () => {
    expect(found({ commands: [{ ...refused, excuses: { ...none, storeAway: true } }] })).toEqual([]);
    expect(found({ commands: [{ ...refused, excuses: none }] })).toContain('command-differs');
    const begun = { ...refused, started: true, excuses: { ...none, storeAway: true } };
    expect(found({ commands: [begun] })).toContain('command-differs');
  });

  it('prints where something is missing, if its recorder was killed', () => {
    const stdout = plain([...lines.slice(0, 10), GAP_LINE, ...lines.slice(25)]);
    const command = { job, started: true, stdout, code: 3 };
    expect(found({ commands: [{ ...command, excuses: { ...none, recorderKilled: true } }] })).toEqual([]);
    expect(found({ commands: [{ ...command, excuses: none }] })).toEqual(['command-differs']);
  });

  it('may not lack what no line tells of, or the end of its last line', () => {
    const excuses = { ...none, recorderKilled: true };
    for (const stdout of [plain(lines.filter((_, i) => i !== 7)), plain(lines).slice(0, -1)]) {
      expect(found({ commands: [{ job, started: true, stdout, code: 3, excuses }] })).toEqual([
        'command-differs',
      ]);
    }
  });
});

describe('the log', () => {
  const killedRecorder = { ...none, recorderKilled: true };
  const gapped = [...lines.slice(0, 10), GAP_LINE, ...lines.slice(25, 40), GAP_LINE, ...lines.slice(41)];

  it('may have gaps that it tells of, where a recorder was killed', () => {
    expect(found(withStored({ log: gapped }, { excuses: killedRecorder }))).toEqual([]);
    expect(found(withStored({ log: gapped }))).toEqual(['log-differs']);
  });

  it('may end in a gap', () => {
    const log = [...lines.slice(0, 10), GAP_LINE];
    expect(found(withStored({ log }, { excuses: killedRecorder }))).toEqual([]);
  });

  it('may not lack a line that no gap tells of', () => {
    const log = gapped.filter((_, i) => i !== 15);
    expect(found(withStored({ log }, { excuses: killedRecorder }))).toEqual(['log-differs']);
  });

  it('may not repeat a line, or change one', () => {
    expect(found(withStored({ log: [...lines.slice(0, 10), ...lines.slice(9)] }))).toEqual(['log-differs']);
    expect(found(withStored({ log: lines.map((line, i) => (i === 7 ? `${line}x` : line)) }))).toEqual([
      'log-differs',
    ]);
  });

  it('may end early with a fault on a disk that was full, but has no other lines', () => {
    const full = { ...none, logUnwritable: true };
    expect(found(withStored({ log: lines.slice(0, 9), fault: 'ENOSPC' }, { excuses: full }))).toEqual([]);
    expect(found(withStored({ log: lines.slice(1, 9), fault: 'ENOSPC' }, { excuses: full }))).toEqual([
      'log-differs',
    ]);
  });
});

describe('a reader', () => {
  it('must get all lines before it is told the end', () => {
    const readers = [
      { by: 'reader 1', parts: [{ cursor: 9, lines: lines.slice(0, 30) }], end: { code: 3, lost: false } },
    ];
    expect(found(withRun({ readers }))).toEqual(['cursor-broken']);
  });

  it('must get no line twice', () => {
    const parts = [
      { cursor: 9, lines: lines.slice(0, 30) },
      { cursor: 20, lines: lines.slice(29) },
    ];
    expect(found(withRun({ readers: [{ by: 'reader 1', parts, end: undefined }] }))).toEqual([
      'cursor-broken',
    ]);
  });

  it('must get cursors that grow', () => {
    const parts = [
      { cursor: 20, lines: lines.slice(0, 30) },
      { cursor: 20, lines: lines.slice(30) },
    ];
    expect(found(withRun({ readers: [{ by: 'reader 1', parts, end: undefined }] }))).toEqual([
      'cursor-broken',
    ]);
  });
});
