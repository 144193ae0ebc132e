import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { installSkill, type SkillPlace, skillPlaces, uninstallSkill } from './install-skill.js';
import { isOurSkill, skillFile } from './skill-file.js';

let home: string;
let places: readonly SkillPlace[];
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'muxwright-skill-'));
  places = skillPlaces({}, home);
});
afterEach(() => rm(home, { recursive: true }));

const changes = (list: readonly { change: string }[]): string[] => list.map(({ change }) => change);

describe('the skill', () => {
  it('is where Claude Code and Codex look', () => {
    expect(places.map(({ path }) => path.slice(home.length))).toEqual([
      '/.claude/skills/muxwright/SKILL.md',
      '/.agents/skills/muxwright/SKILL.md',
    ]);
    expect(skillPlaces({ CLAUDE_CONFIG_DIR: '/c' }, home)[0]?.path).toBe('/c/skills/muxwright/SKILL.md');
  });

  it.runIf(process.platform === 'linux')(
    'is refused where nothing can be made, and not tried for ever',
    async () => {
      const nowhere = skillPlaces({}, '/proc/nothing/here');
      await expect(installSkill(skillFile('One.'), nowhere)).rejects.toMatchObject({
        code: 'PERMISSION_DENIED',
      });
    },
  );

  it('begins with its name and a description of one line, which agents can read', () => {
    const [, name, description] =
      /^---\nname: (.*)\ndescription: (.*)\n---\n/.exec(skillFile('Guide.')) ?? [];
    expect(name).toBe('muxwright');
    expect(description?.length).toBeLessThan(1_024);
    // Plain YAML: a colon with a space behind it would make a map of it.
    expect(description).not.toMatch(/: |#|^['"[{]/);
  });

  it('is written, brought up to date, and removed without a trace', async () => {
    expect(changes(await installSkill(skillFile('One.'), places))).toEqual(['written', 'written']);
    expect(changes(await installSkill(skillFile('One.'), places))).toEqual(['unchanged', 'unchanged']);
    expect(changes(await installSkill(skillFile('Two.'), places))).toEqual(['updated', 'updated']);
    expect(await readFile(places[0]?.path ?? '', 'utf8')).toContain('Two.');
    expect(await readdir(dirname(places[0]?.path ?? ''))).toEqual(['SKILL.md']);
    expect(changes(await uninstallSkill(places))).toEqual(['removed', 'removed']);
    expect(changes(await uninstallSkill(places))).toEqual(['absent', 'absent']);
    expect(existsSync(dirname(places[0]?.path ?? ''))).toBe(false);
  });

  it.each([
    ['wrote', () => '---\nname: muxwright\n---\nMine.\n'],
    ['changed', () => skillFile('Guide.').replace('Guide.', 'My guide.')],
  ])('is not put over what a person %s, and then nothing is written anywhere', async (_, theirs) => {
    const [claude, codex] = places.map(({ path }) => path) as [string, string];
    await mkdir(dirname(codex), { recursive: true });
    await writeFile(codex, theirs());
    const refused = expect.objectContaining({ code: 'FILE_NOT_OURS' });
    await expect(installSkill(skillFile('Guide.'), places)).rejects.toEqual(refused);
    await expect(uninstallSkill(places)).rejects.toEqual(refused);
    expect(existsSync(claude)).toBe(false);
    expect(await readFile(codex, 'utf8')).toBe(theirs());
  });

  it('leaves other files of the folder where they are', async () => {
    const [place] = places as [SkillPlace];
    await installSkill(skillFile('Guide.'), [place]);
    await writeFile(join(dirname(place.path), 'notes.md'), 'Mine.');
    await uninstallSkill([place]);
    expect(await readdir(dirname(place.path))).toEqual(['notes.md']);
  });

  it('is known as ours only as it was written', () => {
    const ours = skillFile('Guide.');
    expect(isOurSkill(ours)).toBe(true);
    expect(isOurSkill(`${ours}\n`)).toBe(false);
    expect(isOurSkill('')).toBe(false);
  });
});
