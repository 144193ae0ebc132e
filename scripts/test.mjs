// npm test [-- --no-checks] [--matrix] [--agents] [--strict] [VITEST ARGUMENTS]: everything that has to pass, from a
// fresh checkout. A test that fails is looked at once more, alone, and named at the end; with --strict it is not.
// Other versions of tmux (--matrix) and real agents (--agents) need large downloads: both also where CI=true.
import { installAgents } from './lib/install-agents.mjs';
import { installDependencies } from './lib/install-dependencies.mjs';
import { openTestRun } from './lib/leftovers.mjs';
import { main, root, say } from './lib/project.mjs';
import { provision } from './lib/provision.mjs';
import { collect, run, tool } from './lib/run.mjs';
import { secondLook } from './lib/second-look.mjs';
import { failedTests, reportTo } from './lib/test-report.mjs';

await main(async (args) => {
  const startedAt = Date.now();
  const wants = (what) => args.includes(`--${what}`) || process.env.CI === 'true';
  const vitestArgs = args.filter((arg) => !['--matrix', '--agents', '--no-checks', '--strict'].includes(arg));

  const failed = [];
  // What is downloaded for the tests comes while compilers keep the processors busy.
  const downloads = Promise.all([provision(), wants('agents') && installAgents()]);
  downloads.catch(() => {});
  await installDependencies();
  const checked = args.includes('--no-checks')
    ? 0
    : await run(process.execPath, [`${root}/scripts/check.mjs`]);
  if (checked !== 0) failed.push('checks');
  await downloads;

  const testRun = await openTestRun();
  // All programs that are started from here on inherit it.
  Object.assign(process.env, testRun.env);
  const projects = ['unit', 'integration', 'postgres', 'e2e', ...(wants('matrix') ? ['matrix'] : [])];
  // Agents wait for most of the time, so the other tests go on beside them.
  const agents = wants('agents') && collect(...vitest(['agents'], vitestArgs, 'agents'));
  const red = [];
  let unsteady = 0;
  if ((await run(...vitest(projects, vitestArgs, 'tests'))) !== 0) red.push('tests');
  if (agents) {
    const { code, output } = await agents;
    process.stdout.write(output);
    if (code !== 0) red.push('agents');
  }

  // At the very end: where only the end of a long log is kept, they are what is looked for.
  for (const report of red) {
    for (const line of await failedTests(report)) console.log(line);
    const passedAlone = args.includes('--strict') ? 0 : await secondLook(report);
    unsteady += passedAlone;
    if (passedAlone === 0) failed.push(report === 'agents' ? 'tests with real agents' : 'tests');
  }
  const left = await testRun.leftovers();
  for (const line of left) console.log(`LEFT BEHIND: ${line}`);
  if (left.length > 0) failed.push('cleaning up');
  testRun.close();
  const time = duration(Date.now() - startedAt);
  const alone = unsteady > 0 ? `, ${unsteady} of the tests only alone: see UNSTEADY above` : '';
  say(
    failed.length === 0
      ? `everything passed in ${time}${alone}`
      : `${failed.join(' and ')} failed after ${time}`,
  );
  return failed.length === 0 ? 0 : 1;
});

function vitest(projects, vitestArgs, report) {
  const selection = projects.flatMap((project) => ['--project', project]);
  return [tool('vitest'), ['run', ...selection, ...reportTo(report), ...vitestArgs]];
}

function duration(milliseconds) {
  const seconds = Math.round(milliseconds / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
