// Writes docs/reference.md from the table of operations: node scripts/generate-reference.mjs [--check]
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { build } from './lib/build.mjs';
import { main, Refusal, root } from './lib/project.mjs';
import { referencePage } from './lib/reference-page.mjs';

const page = `${root}/docs/reference.md`;

await main(async (args) => {
  await build();
  const { families } = await import(`${root}/dist/operations/families.js`);
  const { scopeOf } = await import(`${root}/dist/operations/tokens/scopes.js`);
  const { z } = await import('zod');
  const text = await referencePage(families, (schema, io) => z.toJSONSchema(schema, { io }), scopeOf);
  if (!args.includes('--check')) {
    writeFileSync(page, text);
    return 0;
  }
  if (existsSync(page) && readFileSync(page, 'utf8') === text) return 0;
  throw new Refusal(
    'docs/reference.md does not match the operations in src/operations. Run: node scripts/generate-reference.mjs',
  );
});
