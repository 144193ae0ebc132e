// npm test [-- --no-checks] [--matrix] [--agents] [VITEST ARGUMENTS]: everything that has to pass, from a fresh checkout.
// Other versions of tmux (--matrix) and real agents (--agents) need large downloads: both also where CI=true.
import { installAgents } from './lib/install-agents.mjs';
import { installDependencies } from './lib/install-dependencies.mjs';
import { main, root, say } from './lib/project.mjs';
import { provision } from './lib/provision.mjs';
import { collect, run, tool } from './lib/run.mjs';
import { failedTests, reportTo } from './lib/test-report.mjs';

await main(async (args) => {
  const startedAt = Date.now();
  const wants = (what) => args.includes(`--${what}`) || process.env.CI === 'true';
  const vitestArgs = args.filter((arg) => !['--matrix', '--agents', '--no-checks'].includes(arg));

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

  const projects = ['unit', 'integration', ...(wants('matrix') ? ['matrix'] : [])];
  // Agents wait for most of the time, so the other tests go on beside them.
  const agents = wants('agents') && collect(...vitest(['agents'], vitestArgs, 'agents'));
  if ((await run(...vitest(projects, vitestArgs, 'tests'))) !== 0) failed.push('tests');
  if (agents) {
    const { code, output } = await agents;
    process.stdout.write(output);
    if (code !== 0) failed.push('tests with real agents');
  }

  // Once more at the very end: where only the end of a long log is kept, they are what is looked for.
  if (failed.length > 0) {
    for (const line of [...(await failedTests('tests')), ...(await failedTests('agents'))]) console.log(line);
  }
  const time = duration(Date.now() - startedAt);
  say(failed.length === 0 ? `everything passed in ${time}` : `${failed.join(' and ')} failed after ${time}`);
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
