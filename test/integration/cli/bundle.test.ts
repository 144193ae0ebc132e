import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { parseProfile } from '../../../src/panes/profiles/parse-profile.js';
import { profileKey } from '../../../src/panes/profiles/profile-key.js';
import type { Profile } from '../../../src/panes/profiles/profile-shape.js';
import { builtInRules } from '../../../src/redaction/built-in-rules.js';
import {
  type TranslatedPattern,
  translatePattern,
} from '../../../src/redaction/translation/translate-pattern.js';
import { builtMux } from './built-mux.js';
import { mux } from './mux.js';
import { scratchMux } from './scratch-mux.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));

describe('the bundle of the command line', () => {
  it('is ASCII, which its loader takes it for: signs in patterns of screens would not be found', async () => {
    const folder = dirname((await builtMux()).main);
    const names = (await readdir(folder)).filter((name) => name.endsWith('.js'));
    const foreign = await Promise.all(
      names.map(async (name) => (await readFile(join(folder, name))).some((byte) => byte > 0x7f)),
    );
    expect(names.length).toBeGreaterThan(10);
    expect(names.filter((_, at) => foreign[at])).toEqual([]);
  });

  it('has the built-in rules in both dialects as they are translated elsewhere', async () => {
    const { translatedRules } = await workedOut();
    const { rules, blocks } = builtInRules;
    const patterns = [
      ...rules.flatMap(({ prefix, pattern, parts }) => [
        ...(prefix ? [prefix] : []),
        pattern,
        ...Object.values(parts ?? {}),
      ]),
      ...blocks.flatMap(({ begin, end }) => [begin, end]),
    ];
    for (const dialect of ['perl', 'awk'] as const) {
      const expected = patterns.map((pattern) => [String(pattern), translatePattern(pattern, dialect)]);
      expect(translatedRules[dialect]).toEqual(Object.fromEntries(expected));
    }
  });

  it('has the shipped profiles as they are read elsewhere', async () => {
    const { knownProfiles } = await workedOut();
    const folder = join(root, 'profiles');
    const texts = await Promise.all(
      (await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8')),
    );
    const expected = texts.map((text) => [profileKey(text), parseProfile(text, '', { shipped: true })]);
    expect(knownProfiles).toEqual(Object.fromEntries(expected));
  });

  it('sends text to a program without a parser for YAML', async () => {
    await using place = await scratchMux();
    expect(await mux(['spawn', 'shell', '--', 'cat'], place.env)).toMatchObject({ code: 0 });
    expect(await mux(['send', 'shell', 'hello'], place.env)).toMatchObject({ code: 0 });
    const loaded = await readdir(join(place.folder, 'state', 'cache'), { recursive: true });
    expect(loaded).toContainEqual(expect.stringContaining('/pane-executors-'));
    expect(loaded.filter((name) => name.includes('parse-profile'))).toEqual([]);
  });
});

interface WorkedOut {
  readonly translatedRules: Readonly<Record<'perl' | 'awk', Readonly<Record<string, TranslatedPattern>>>>;
  readonly knownProfiles: Readonly<Record<string, Profile>>;
}

/** What the build fills in. */
async function workedOut(): Promise<WorkedOut> {
  const script = join(root, 'scripts/lib/worked-out.mjs');
  const filling = (await import(script)) as { workedOut: (esbuild: typeof build) => Plugin };
  const { outputFiles } = await build({
    stdin: { contents: MODULES, resolveDir: root, loader: 'ts' },
    bundle: true,
    format: 'esm',
    platform: 'node',
    write: false,
    plugins: [filling.workedOut(build)],
  });
  return import(`data:text/javascript,${encodeURIComponent(outputFiles[0]?.text ?? '')}`);
}

const MODULES = `
export * from './src/panes/profiles/known-profiles.js';
export * from './src/redaction/translation/translated-rules.js';`;
