import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

it('the page on the architecture names only files and folders that exist', async () => {
  const page = await readFile(`${root}docs/architecture.md`, 'utf8');
  const paths = [...page.matchAll(/`([a-z][\w-]*\/[\w./-]+)`/g)].map(([, path = '']) => path);
  expect(paths.length).toBeGreaterThan(40);
  const missing = paths.filter((path) => !existsSync(`${root}${path}`) && !existsSync(`${root}src/${path}`));
  expect(missing).toEqual([]);
});
