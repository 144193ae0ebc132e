// npm run build: makes dist anew, with nothing of an earlier build in it.
import { build } from './lib/build.mjs';
import { main } from './lib/project.mjs';

await main(async () => {
  await build({ anew: true });
  return 0;
});
