import { readdirSync, readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { runExample } from './page-examples.js';

const folder = fileURLToPath(new URL('../examples/', import.meta.url));
const files = readdirSync(folder).filter((name) => name.endsWith('.ts'));
const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
const links = [...readme.matchAll(/\]\((examples\/[^)]+)\)/g)].map(([, link]) => link);

describe.each(files)('examples/%s', (file) => {
  const code = readFileSync(`${folder}${file}`, 'utf8');

  it('holds what it asserts, and leaves no session and no file behind', async () => {
    await runExample(code, async ({ tmux }, { temporary }) => {
      // What was told to end may need a moment, and then nothing is left.
      await expect.poll(async () => (await tmux.sessions()).map(({ name }) => name)).toEqual(['work']);
      // muxwright itself has a folder for sockets and locks there.
      const isLeft = (name: string): boolean => !/^muxwright-\d+$/.test(name);
      await expect.poll(async () => (await readdir(temporary)).filter(isLeft)).toEqual([]);
    });
  });

  it('says what it shows, asserts it, imports the package as a user does, and is linked in the README', () => {
    expect(code).toMatch(/^\/\/ [A-Z]/);
    expect(code).toMatch(/\bassert/);
    expect(code).toMatch(/from 'muxwright(?:\/test(?:\/node)?)?'/);
    expect(code).not.toMatch(/from '\.\.?\//);
    expect(links).toContain(`examples/${file}`);
  });
});
