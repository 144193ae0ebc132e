// Checks which room imports which: node scripts/check-architecture.mjs [FOLDER WITH src]
import { fileURLToPath } from 'node:url';
import { checkArchitecture } from './lib/architecture.mjs';

const folder = process.argv[2] ?? fileURLToPath(new URL('..', import.meta.url));
const { cruised, problems } = await checkArchitecture(folder);

for (const problem of problems) console.error(`  ${problem}`);
if (problems.length > 0) {
  console.error(
    `The architecture check found ${problems.length} problem${problems.length === 1 ? '' : 's'}.`,
  );
  process.exitCode = 1;
} else {
  console.log(`${cruised} modules keep to the rules of the house.`);
}
