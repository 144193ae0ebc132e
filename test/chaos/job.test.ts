import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { answerText, expectedLines, jobCommand, questionIn, questionText } from './job.js';

const programs = fileURLToPath(new URL('./programs', import.meta.url));

it('prints exactly the lines that are computed from its seed, and ends with its code', () => {
  const truth = mkdtempSync(join(tmpdir(), 'chaos-job-'));
  onTestFinished(() => rmSync(truth, { recursive: true }));
  const job = {
    name: 'j1',
    seed: 4711,
    lines: 200,
    burst: 50,
    pauseSeconds: 0,
    questions: 0,
    echo: true,
    code: 0,
  };
  const [program = '', ...args] = jobCommand(job, { programs, truth });
  const output = execFileSync(program, args, { encoding: 'utf8' });
  expect(output.split('\n').slice(0, -1)).toEqual(expectedLines(job));
  expect(readFileSync(join(truth, 'j1.truth'), 'utf8')).toMatch(/^started \d+\nend 0\n$/);
});

it('knows which question a prompt is, and what was typed behind it', () => {
  const job = { name: 'j1', seed: 7 };
  expect(questionIn(questionText(job, 2), job)).toEqual({ question: 2, typed: '' });
  expect(questionIn(`${questionText(job, 0)}${answerText(job, 0)}`, job)).toEqual({
    question: 0,
    typed: answerText(job, 0),
  });
  expect(questionIn('j1 5 99', job)).toBeUndefined();
});
