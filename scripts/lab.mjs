// npm run lab -- NAME [ARGUMENTS]: one of the labs of test/labs, at full length. Each prints a table and fails on a wrong
// verdict, receipt or delivery. Shorter forms of them are part of npm test.
import { existsSync, readdirSync } from 'node:fs';
import { installDependencies } from './lib/install-dependencies.mjs';
import { main, root } from './lib/project.mjs';
import { run } from './lib/run.mjs';

await main(async ([name, ...args]) => {
  const labs = readdirSync(`${root}/test/labs`).filter((lab) =>
    existsSync(`${root}/test/labs/${lab}/main.ts`),
  );
  if (!labs.includes(name)) {
    console.error(`Name one of the labs: ${labs.join(', ')}. Example: npm run lab -- ${labs[0]}`);
    return 2;
  }
  await installDependencies();
  return run(process.execPath, ['--import', 'tsx', `${root}/test/labs/${name}/main.ts`, ...args]);
});
