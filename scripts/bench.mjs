// npm run bench [-- --json FILE]: installs, builds and measures.
import { build } from './lib/build.mjs';
import { installDependencies } from './lib/install-dependencies.mjs';
import { main } from './lib/project.mjs';
import { requireTmux } from './lib/require-tmux.mjs';
import { run } from './lib/run.mjs';

await main(async (args) => {
  await requireTmux();
  await installDependencies();
  await build();
  return run(process.execPath, ['--import', 'tsx', 'bench/main.ts', ...args]);
});
