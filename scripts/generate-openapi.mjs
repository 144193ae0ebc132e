// Writes docs/openapi.json from the table of operations: node scripts/generate-openapi.mjs [--check]
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { build } from './lib/build.mjs';
import { main, Refusal, root } from './lib/project.mjs';

const page = `${root}/docs/openapi.json`;

await main(async (args) => {
  await build();
  const { openApiDocument } = await import(`${root}/dist/server/openapi/openapi-document.js`);
  const { allOperations } = await import(`${root}/dist/operations/families.js`);
  const { version } = JSON.parse(readFileSync(`${root}/package.json`, 'utf8'));
  const text = `${JSON.stringify(openApiDocument(await allOperations(), version), undefined, 2)}\n`;
  if (!args.includes('--check')) {
    writeFileSync(page, text);
    return 0;
  }
  if (existsSync(page) && readFileSync(page, 'utf8') === text) return 0;
  throw new Refusal('docs/openapi.json does not match the server. Run: node scripts/generate-openapi.mjs');
});
