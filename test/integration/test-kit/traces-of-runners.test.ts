import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import type { Trace } from '../../../src/trace/trace-schema.js';
import { compiledSource } from '../compiled-source.js';
import { tracePlace } from './trace-place.js';

const vitest = fileURLToPath(new URL('../../../node_modules/vitest/vitest.mjs', import.meta.url));

/** A test of a runner that fails, and one that passes with the second attempt where the runner tries again. */
const tests = (entry: string, kit: string): string => `
import { ${entry} as it } from ${JSON.stringify(kit)};
${entry === 'it' ? '' : `import { expect } from ${JSON.stringify(kit)};`}
import { existsSync, writeFileSync } from 'node:fs';
const patient = { timeout: 120000 };
it.use(patient);
it('finds no 43', async ({ terminal, ${entry === 'it' ? 'expect' : ''} }) => {
  await terminal.run(['bc', '-q']);
  await terminal.fill('6*7');
  await expect(terminal.row(1)).toHaveText('43', { timeout: 0 });
});
it('passes', async ({ terminal, ${entry === 'it' ? 'expect' : ''} }) => {
  await terminal.run(['true']);
  await expect(terminal).toHaveExited({ code: 0 });
});
${
  entry === 'it'
    ? ''
    : `it('passes when it is tried again', { retry: 1 }, async ({ terminal }) => {
  await terminal.run(['true']);
  const isSecond = existsSync('tried');
  writeFileSync('tried', '');
  await expect(terminal).toHaveExited({ code: isSecond ? 0 : 1, timeout: 120000 });
});`
}`;

interface Ran {
  readonly code: number;
  readonly output: string;
}

function run(words: readonly string[], cwd: string, env: Readonly<Record<string, string>>): Promise<Ran> {
  // What the runner around this test has set is not for the one in it.
  const { NODE_TEST_CONTEXT: _, VITEST: _1, VITEST_WORKER_ID: _2, VITEST_POOL_ID: _3, ...rest } = process.env;
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [...words],
      { cwd, env: { ...rest, ...env }, timeout: 230_000 },
      (error, stdout, stderr) =>
        resolve({
          code: typeof error?.code === 'number' ? error.code : error ? -1 : 0,
          output: stdout + stderr,
        }),
    );
  });
}

function readTrace(folder: string): Trace {
  return JSON.parse(readFileSync(join(folder, 'trace.json'), 'utf8')) as Trace;
}

it('a test of Vitest that fails leaves its trace, tells GitHub of it, and lists it as an attachment', async () => {
  await using place = await tracePlace();
  const work = join(place.folder, 'work');
  const reports = join(place.folder, 'reports');
  await mkdir(work);
  const kit = new URL('test/vitest.js', (await compiledSource()).index).href;
  await writeFile(join(work, 'sums.test.mjs'), tests('test', kit));
  const summary = join(work, 'summary.md');
  const { code, output } = await run([vitest, 'run', '--root', work, '--reporter=verbose'], work, {
    MUX_TEST_REPORT: reports,
    GITHUB_ACTIONS: 'true',
    GITHUB_STEP_SUMMARY: summary,
  });
  expect(code, output).toBe(1);
  const names = readdirSync(reports);
  expect(names, output).toEqual([expect.stringMatching(/^sums-finds-no-43-[0-9a-f]{4}$/)]);
  const trace = readTrace(join(reports, names[0] ?? ''));
  expect(trace).toMatchObject({
    status: 'failed',
    test: { name: 'finds no 43', file: 'sums.test.mjs', attempt: 1 },
    versions: { vitest: expect.stringMatching(/^\d/) },
  });
  expect(trace.error).toContain('toHaveText failed');
  expect(trace.entries.map(({ name }) => name)).toEqual(['run', 'fill', 'press', 'toHaveText']);
  expect(output).toContain(`mux trace show ${names[0]}`);
  const line =
    tests('test', kit)
      .split('\n')
      .findIndex((text) => text.includes("'43'")) + 1;
  expect(output).toContain(`\n::error file=sums.test.mjs,line=${line},title=finds no 43::toHaveText failed`);
  // The first attempt of the test that passes with the second one is no failure.
  expect(output).not.toContain('title=passes when');
  const attached = readdirSync(join(work, '.vitest-attachments')).map((name) =>
    readFileSync(join(work, '.vitest-attachments', name), 'utf8'),
  );
  expect(attached.some((text) => text.startsWith('# finds no 43: failed'))).toBe(true);
  expect(readFileSync(summary, 'utf8')).toMatch(/^# finds no 43: failed/);
});

it('a test of node:test that fails leaves its trace', async () => {
  await using place = await tracePlace();
  const work = join(place.folder, 'work');
  const reports = join(place.folder, 'reports');
  await mkdir(work);
  const kit = new URL('test/node.js', (await compiledSource()).index).href;
  await writeFile(join(work, 'sums.test.mjs'), tests('it', kit));
  const { code, output } = await run(['--test', 'sums.test.mjs'], work, { MUX_TEST_REPORT: reports });
  expect(code, output).toBe(1);
  const names = readdirSync(reports);
  expect(names).toEqual([expect.stringMatching(/^sums-finds-no-43-[0-9a-f]{4}$/)]);
  expect(readTrace(join(reports, names[0] ?? ''))).toMatchObject({ status: 'failed' });
  expect(readFileSync(join(reports, names[0] ?? '', 'junit.xml'), 'utf8')).toContain('<failure message=');
});
