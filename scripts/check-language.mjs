// Checks the words of code and docs: node scripts/check-language.mjs [FOLDER with src, web, docs and README.md]
import { fileURLToPath } from 'node:url';
import { checkLanguage } from './lib/language.mjs';

const folder = process.argv[2] ?? fileURLToPath(new URL('..', import.meta.url));
const { read, problems } = checkLanguage(folder);

for (const problem of problems) console.error(`  ${problem}`);
if (problems.length > 0) {
  console.error(`The language check found ${problems.length} problem${problems.length === 1 ? '' : 's'}.`);
  process.exitCode = 1;
} else {
  console.log(`${read} files are written in plain English.`);
}
