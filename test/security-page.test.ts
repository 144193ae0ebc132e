import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const page = readFileSync(new URL('../docs/security.md', import.meta.url), 'utf8');
const rows = page
  .split('\n')
  .filter((line) => line.startsWith('|') && line.includes('.test.ts'))
  .map((line) => ({
    line,
    cited: [...line.matchAll(/`((?:src|test)\/[\w./-]+\.test\.ts)`/g)].map(([, path = '']) => path),
  }));

describe('the threat model', () => {
  it('names for every border and every attack a test that exists', () => {
    const tables = page.split(/^## /m).filter((part) => /^(Borders|Attacks)/.test(part));
    expect(tables).toHaveLength(2);
    for (const table of tables) {
      const body = table
        .split('\n')
        .filter((line) => line.startsWith('|'))
        .slice(2);
      expect(body.filter((line) => !line.includes('.test.ts'))).toEqual([]);
    }
    const missing = rows
      .flatMap(({ cited }) => cited)
      .filter((path) => !existsSync(new URL(`../${path}`, import.meta.url)));
    expect(missing).toEqual([]);
  });

  it('lists every test of attacks', () => {
    const files = readdirSync(new URL('security', import.meta.url)).filter((name) =>
      name.endsWith('.test.ts'),
    );
    const cited = new Set(rows.flatMap((row) => row.cited));
    expect(files.map((name) => `test/security/${name}`).filter((path) => !cited.has(path))).toEqual([]);
  });
});
