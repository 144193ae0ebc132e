// npm start: from a fresh checkout to a running muxwright. Needs nothing but Node and tmux.
import { build } from './lib/build.mjs';
import { installDependencies } from './lib/install-dependencies.mjs';
import { main, root } from './lib/project.mjs';
import { requireTmux } from './lib/require-tmux.mjs';
import { run } from './lib/run.mjs';

await main(async (args) => {
  await requireTmux();
  await installDependencies();
  await build();
  return run(process.execPath, [`${root}/dist/cli/main.js`, 'serve', ...args]);
});
