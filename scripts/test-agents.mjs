// npm run test:agents [-- VITEST ARGUMENTS]: drives the real Claude Code and Codex, on a model of our own.
import { installAgents } from './lib/install-agents.mjs';
import { installDependencies } from './lib/install-dependencies.mjs';
import { openTestRun } from './lib/leftovers.mjs';
import { main } from './lib/project.mjs';
import { requireTmux } from './lib/require-tmux.mjs';
import { run, tool } from './lib/run.mjs';

await main(async (args) => {
  await requireTmux();
  await installDependencies();
  await installAgents();
  const testRun = await openTestRun();
  const env = { ...process.env, ...testRun.env };
  const code = await run(tool('vitest'), ['run', '--project', 'agents', ...args], { env });
  const left = await testRun.leftovers();
  for (const line of left) console.log(`LEFT BEHIND: ${line}`);
  testRun.close();
  return left.length > 0 ? 1 : code;
});
