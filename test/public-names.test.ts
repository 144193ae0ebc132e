import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import * as muxwright from '../src/index.js';

const source = fileURLToPath(new URL('../src/', import.meta.url));
const entries = ['index.ts', ...readdirSync(`${source}api`).map((name) => `api/${name}`)];
const adapters = readdirSync(`${source}systems`).filter((name) => name.startsWith('tmux-'));
const packageFile = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  exports: Readonly<Record<string, unknown>>;
};

interface PublicName {
  readonly name: string;
  /** What stands in front of the statement that exports it. */
  readonly tag: string | undefined;
}

/** All that an entry point exports. Anything but an export makes it fail. */
function publicNames(file: string): PublicName[] {
  const text = readFileSync(`${source}${file}`, 'utf8');
  const statement = /(?:\/\*\* (@\w+) \*\/\n)?export (?:type )?\{([^}]*)\} from '[^']+';\n/g;
  expect(text.replaceAll(statement, ''), `${file} only exports by name`).toBe('');
  return [...text.matchAll(statement)].flatMap(([, tag, list = '']) =>
    list
      .split(',')
      .filter((one) => one.trim() !== '')
      .map((one) => ({ name: one.trim().split(' ').at(-1) ?? '', tag })),
  );
}

describe('the public API', () => {
  it('has at most 80 names at its root', () => {
    const names = publicNames('index.ts').map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names.length).toBeLessThanOrEqual(80);
    expect(names).toEqual(expect.arrayContaining(Object.keys(muxwright)));
  });

  it.each(entries)('marks every name of %s as stable or experimental', (file) => {
    const unmarked = publicNames(file).filter(({ tag }) => tag !== '@stable' && tag !== '@experimental');
    expect(unmarked).toEqual([]);
  });

  it('has each name in one place', () => {
    const places = new Map<string, string[]>();
    for (const file of entries)
      for (const { name } of publicNames(file)) places.set(name, [...(places.get(name) ?? []), file]);
    expect([...places].filter(([, files]) => files.length > 1)).toEqual([]);
  });

  it('has an entry in package.json for every subpath', () => {
    const subpaths = entries.slice(1).map((file) => file.replace(/^api\/(.*)\.ts$/, './$1'));
    expect(Object.keys(packageFile.exports)).toEqual(expect.arrayContaining(subpaths));
  });

  it.each(adapters)('keeps the class of a specification thin: %s', (file) => {
    expect(readFileSync(`${source}systems/${file}`, 'utf8').split('\n').length).toBeLessThanOrEqual(151);
  });

  it('makes all five services without an argument, and disposes of them', async () => {
    const { Agents, ChatSessions, Runs, Workers, Workspace } = muxwright;
    for (const Service of [Agents, ChatSessions, Runs, Workers, Workspace]) {
      const service = new Service({ host: 'local?socket=none' });
      await service[Symbol.asyncDispose]();
    }
  });
});
