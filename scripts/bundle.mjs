// node scripts/bundle.mjs [FOLDER]: puts the command line into a few files, in dist/cli or elsewhere.
import { bundle } from './lib/bundle.mjs';
import { main } from './lib/project.mjs';

await main(async ([folder]) => {
  await bundle(folder);
  return 0;
});
