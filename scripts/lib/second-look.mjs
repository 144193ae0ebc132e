import { say } from './project.mjs';
import { run, tool } from './run.mjs';
import { failedTests, filesWithFailures, reportTo } from './test-report.mjs';

/** More than so many files are no accident of a busy machine. */
const filesAtMost = 4;

/**
 * Runs the files with failed tests of a report once more, alone, and resolves with how many of the failed tests pass
 * now: all of them, or 0. They are named either way: a test that passes only alone has a race, in itself or in what it
 * tests, and wants mending.
 */
export async function secondLook(report) {
  const files = await filesWithFailures(report);
  // None: what failed was no test. An empty one could not be loaded.
  if (files.length === 0 || files.length > filesAtMost || files.some(({ tests }) => tests.length === 0))
    return 0;
  say(`looking once more, alone, at ${files.map(({ path }) => path).join(', ')}`);
  const again = `${report}-again`;
  const paths = files.map(({ path }) => path);
  const code = await run(tool('vitest'), ['run', '--maxWorkers=1', ...reportTo(again), ...paths]);
  if (code !== 0) {
    for (const line of await failedTests(again)) console.log(line);
    return 0;
  }
  for (const { path, tests } of files) {
    for (const test of tests)
      console.log(`UNSTEADY, failed among the others and passed alone: ${path}: ${test}`);
  }
  return files.reduce((sum, { tests }) => sum + tests.length, 0);
}
