import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeFolders } from './make-folders.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'mux-folders-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('making folders', () => {
  it('makes all that are missing, for their owner alone, and leaves one that is there', () => {
    const deep = join(folder, 'a', 'b', 'c');
    makeFolders(deep, 0o700);
    makeFolders(deep, 0o755);
    expect(statSync(deep).mode & 0o777).toBe(0o700);
    expect(statSync(join(folder, 'a')).mode & 0o777).toBe(0o700);
  });

  it('fails where a file is in the way', () => {
    writeFileSync(join(folder, 'file'), '');
    expect(() => makeFolders(join(folder, 'file', 'x'), 0o700)).toThrow(/ENOTDIR/);
    expect(() => makeFolders(join(folder, 'file'), 0o700)).toThrow(/ENOTDIR/);
  });

  it.runIf(process.platform === 'linux')('fails where nothing can be made, and does not try forever', () => {
    expect(() => makeFolders('/proc/nothing/here', 0o700)).toThrow(/ENOENT/);
  });
});
