// npm run test:chaos -- [--seed N] [--seconds S] [--profile NAME|all] [--faults N] [--rounds N] [--results FILE] [--report]:
// faults on a workload whose every byte is known. A short form of it is part of npm test.
import { installDependencies } from './lib/install-dependencies.mjs';
import { main, root } from './lib/project.mjs';
import { provision } from './lib/provision.mjs';
import { run } from './lib/run.mjs';

await main(async (args) => {
  await provision();
  await installDependencies();
  return run(process.execPath, ['--import', 'tsx', `${root}/test/chaos/main.ts`, ...args]);
});
