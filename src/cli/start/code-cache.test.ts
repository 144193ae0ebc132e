import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { CodeCache, codeCacheFolder } from './code-cache.js';

const SOURCE = '(function () { return 6 * 7; })';

describe('compiled code', () => {
  it('is kept, and taken up', () => {
    const folder = join(scratchFolder(), 'code-1');
    expect(compiled(folder)).toEqual({ answer: 42, rejected: undefined });
    expect(readdirSync(folder)).toEqual(['a.js']);
    expect(compiled(folder)).toEqual({ answer: 42, rejected: false });
  });

  it.each<[string, (kept: Buffer) => Buffer]>([
    ['something else', () => Buffer.from('not what V8 has made')],
    ['nothing', () => Buffer.alloc(0)],
    ['cut off', (kept) => kept.subarray(0, kept.length / 2)],
    ['wrong in one byte', (kept) => Buffer.from(kept.map((byte, at) => (at === 200 ? byte ^ 1 : byte)))],
  ])('is not given to V8 where what was kept is %s, and is kept again', (_, damaged) => {
    const folder = join(scratchFolder(), 'code-1');
    compiled(folder);
    const kept = readFileSync(join(folder, 'a.js'));
    writeFileSync(join(folder, 'a.js'), damaged(kept));
    expect(compiled(folder)).toEqual({ answer: 42, rejected: undefined });
    expect(compiled(folder)).toEqual({ answer: 42, rejected: false });
  });

  it('is compiled again for a changed source, and stored again', () => {
    const folder = join(scratchFolder(), 'code-1');
    compiled(folder);
    expect(compiled(folder, `${SOURCE} // new`)).toEqual({ answer: 42, rejected: true });
    expect(compiled(folder, `${SOURCE} // new`)).toEqual({ answer: 42, rejected: false });
  });

  it('is not read where others may have written it', () => {
    const folder = join(scratchFolder(), 'code-1');
    compiled(folder);
    chmodSync(folder, 0o770);
    expect(compiled(folder)).toEqual({ answer: 42, rejected: undefined });
  });

  it('is not kept where that is not possible', () => {
    const file = join(scratchFolder(), 'file');
    writeFileSync(file, '');
    expect(compiled(join(file, 'code-1'))).toEqual({ answer: 42, rejected: undefined });
    expect(compiled(undefined)).toEqual({ answer: 42, rejected: undefined });
    // Where a folder is there and nothing can be made in it, Node's own way of making folders never ends.
    expect(compiled('/proc/muxwright/code-1')).toEqual({ answer: 42, rejected: undefined });
  });

  it('of builds that nobody has started for long goes away with the next one', () => {
    const folder = scratchFolder();
    for (const name of ['code-old', 'code-new', 'other']) mkdirSync(join(folder, name));
    const before = new Date(Date.now() - 31 * 24 * 3_600_000);
    for (const name of ['code-old', 'other']) utimesSync(join(folder, name), before, before);
    compiled(join(folder, 'code-1'));
    expect(readdirSync(folder).sort()).toEqual(['code-1', 'code-new', 'other']);
  });
});

describe('the folder for compiled code', () => {
  it.each([
    [{ MUXWRIGHT_HOME: '/state', XDG_CACHE_HOME: '/cache' }, '/state/cache/code-x'],
    [{ XDG_CACHE_HOME: '/cache' }, '/cache/muxwright/code-x'],
    [{ MUXWRIGHT_HOME: '/state', NODE_DISABLE_COMPILE_CACHE: '1' }, undefined],
  ])('with %j is %s', (environment, folder) => {
    expect(codeCacheFolder(environment, 'x')).toBe(folder);
  });

  it('is in the home of the user where nobody says otherwise, also by a relative path', () => {
    expect(codeCacheFolder({ XDG_CACHE_HOME: 'cache' }, 'x')).toMatch(/^\/.*\/\.cache\/muxwright\/code-x$/);
  });

  it('is not in the present folder where HOME is empty', () => {
    vi.stubEnv('HOME', '');
    onTestFinished(() => void vi.unstubAllEnvs());
    expect(codeCacheFolder({}, 'x')).toMatch(/^\/.*\/muxwright\/code-x$/);
  });
});

/** As one process would: compile, run, keep. */
function compiled(
  folder: string | undefined,
  source = SOURCE,
): { answer: number; rejected: boolean | undefined } {
  const cache = new CodeCache(folder);
  const script = cache.compile('a.js', source, '/a.js');
  const answer = (script.runInThisContext() as () => number)();
  cache.save();
  return { answer, rejected: script.cachedDataRejected };
}

function scratchFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'mux-code-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}
