import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { MatcherContext } from '../expect/run-matcher.js';

/** `all`: every snapshot is written; `new`: those that are missing; `none`: a missing one is a failure. */
export type UpdateMode = 'all' | 'new' | 'none';

/** What is to be done about files that are missing or differ, as the runner was told. */
export function updateMode({ snapshotState }: MatcherContext): UpdateMode {
  const ofVitest = (snapshotState as { readonly _updateSnapshot?: UpdateMode } | undefined)?._updateSnapshot;
  if (ofVitest) return ofVitest;
  const isAsked = [...process.argv, ...process.execArgv].some((word) =>
    ['--update', '-u', '--test-update-snapshots'].includes(word),
  );
  if (isAsked || process.env.MUX_TEST_UPDATE === '1') return 'all';
  return process.env.CI ? 'none' : 'new';
}

/** Beside the test: `__screens__/form.test.ts/saves.screen`. */
export function snapshotPath(testFile: string, name: string): string {
  return join(dirname(testFile), '__screens__', basename(testFile), `${fileName(name)}.screen`);
}

/** A name that says little after it was made fit for a file gets a part of its hash: no other name has the same file. */
function fileName(name: string): string {
  const plain = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 80);
  if (plain === name) return plain;
  return `${plain}-${createHash('sha256').update(name).digest('hex').slice(0, 6)}`.replace(/^-/, '');
}

/** What a file holds; undefined where there is none. */
export async function readSnapshot(path: string): Promise<string | undefined> {
  try {
    return (await readFile(path, 'utf8')).replaceAll('\r\n', '\n');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

export async function writeSnapshot(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}
