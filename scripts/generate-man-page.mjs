// Writes man/mux.1 from the table of commands: node scripts/generate-man-page.mjs [--check]
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { manPage } from './lib/man-page.mjs';
import { main, Refusal, root } from './lib/project.mjs';

const page = `${root}/man/mux.1`;

await main(async (args) => {
  // From the sources: in dist the table is in the bundle, and no module that can be imported.
  const { tsImport } = await import('tsx/esm/api');
  const source = (name) => tsImport(`../src/cli/${name}.ts`, import.meta.url);
  const [{ commands }, { groups }, { jsonOption, helpOption }] = await Promise.all(
    ['commands', 'command', 'parse-arguments'].map(source),
  );
  const { version } = JSON.parse(readFileSync(`${root}/package.json`, 'utf8'));
  const text = manPage(version, { commands, groups, ofEvery: [jsonOption, helpOption] });
  if (!args.includes('--check')) {
    mkdirSync(`${root}/man`, { recursive: true });
    writeFileSync(page, text);
    return 0;
  }
  if (existsSync(page) && readFileSync(page, 'utf8') === text) return 0;
  throw new Refusal(
    'man/mux.1 does not match the commands in src/cli/commands. Run: node scripts/generate-man-page.mjs',
  );
});
