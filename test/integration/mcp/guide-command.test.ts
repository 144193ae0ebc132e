import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { commands } from '../../../src/cli/commands.js';
import { mux } from '../cli/mux.js';

let home: string;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'muxwright-guide-'));
});
afterEach(() => rm(home, { recursive: true }));

const guide = (...args: string[]) => mux(['guide', ...args], { HOME: home, CLAUDE_CONFIG_DIR: '' });

describe('mux guide', () => {
  it('prints the guide with commands that exist', async () => {
    const { code, stdout } = await guide();
    expect(code).toBe(0);
    const named = [...stdout.matchAll(/`mux ([^`]+)`/g)].map(([, words = '']) => words);
    expect(named.length).toBeGreaterThan(20);
    const known = commands.map(({ name }) => name);
    expect(named.filter((words) => !known.includes(words.replace(/ --.*/, '')))).toEqual([]);
    expect(stdout.split(/\s+/).length).toBeLessThan(900);
  });

  it('is installed for both agents or for one, and removed again', async () => {
    const claude = join(home, '.claude/skills/muxwright/SKILL.md');
    const codex = join(home, '.agents/skills/muxwright/SKILL.md');
    expect(await guide('--install')).toMatchObject({
      code: 0,
      stdout: `written   ${claude}\nwritten   ${codex}\n`,
    });
    expect(await readFile(codex, 'utf8')).toMatch(/^---\nname: muxwright\n/);
    const { stdout } = await guide('--uninstall', '--for', 'codex', '--json');
    expect(JSON.parse(stdout)).toEqual({ changes: [{ reader: 'codex', path: codex, change: 'removed' }] });
    expect([existsSync(claude), existsSync(codex)]).toEqual([true, false]);
  });

  it('does not touch what a person changed', async () => {
    await guide('--install', '--for', 'claude');
    const path = join(home, '.claude/skills/muxwright/SKILL.md');
    const mine = `${await readFile(path, 'utf8')}My own words.\n`;
    await writeFile(path, mine);
    expect(await guide('--install')).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('was written or changed by a person or another program'),
    });
    expect(await readFile(path, 'utf8')).toBe(mine);
    expect(existsSync(join(home, '.agents'))).toBe(false);
  });

  it('says what is wrong with its options', async () => {
    expect(await guide('--install', '--uninstall')).toMatchObject({ code: 2 });
    expect(await guide('--install', '--for', 'cursor')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Use claude or codex.'),
    });
  });
});
