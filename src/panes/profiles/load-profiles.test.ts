import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { loadProfiles, type Profile, profileFor } from './profile.js';

const folders: string[] = [];

async function folderWith(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'muxwright-profiles-'));
  folders.push(folder);
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  return folder;
}

afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
});

const names = (profiles: readonly Profile[]) => profiles.map((profile) => profile.name);

const shipped = ['claude-code', 'codex', 'continue', 'gemini', 'generic', 'opencode', 'pi', 'qwen'];

describe('loadProfiles', () => {
  it('reads the profiles that are shipped', async () => {
    expect(names(await loadProfiles())).toEqual(shipped);
  });

  it("puts a user's profiles first, and replaces shipped ones of the same name", async () => {
    const folder = await folderWith({
      'mine.yaml': 'name: mine\nrules: [{ state: idle }]',
      'claude.yml': 'name: claude-code\nprograms: [claude]\nrules: [{ state: working }]',
      'notes.txt': 'no profile',
    });
    const profiles = await loadProfiles({ folders: [folder] });
    expect(names(profiles)).toEqual(['claude-code', 'mine', ...shipped.slice(1)]);
    expect(profileFor(profiles, { command: 'claude', title: '' }).rules[0]?.state).toBe('working');
  });

  it('keeps the shipped one for the versions that a profile of the user is not for', async () => {
    const folder = await folderWith({
      'old.yaml': "name: claude-code\nprograms: [claude]\nversions: '<2'\nrules: [{ state: working }]",
    });
    const profiles = await loadProfiles({ folders: [folder] });
    const rules = (version: string) =>
      profileFor(profiles, { command: 'claude', title: '', version }).rules.length;
    expect(rules('1.9.0')).toBe(1);
    expect(rules('2.1.300')).toBeGreaterThan(1);
  });

  it('takes the first of several folders before the others', async () => {
    const first = await folderWith({ 'a.yaml': 'name: a\nrules: [{ state: idle }]' });
    const second = await folderWith({ 'a.yaml': 'name: a\nrules: [{ state: error }]' });
    const profiles = await loadProfiles({ folders: [first, second] });
    expect(profileFor(profiles, { command: '', title: '', name: 'a' }).source).toBe(join(first, 'a.yaml'));
  });

  it('names file, line and field of a mistake', async () => {
    const folder = await folderWith({ 'bad.yaml': 'name: bad\nrules:\n  - state: asleep\n' });
    await expect(loadProfiles({ folders: [folder] })).rejects.toMatchObject({
      code: 'PROFILE_INVALID',
      message: expect.stringContaining(`${join(folder, 'bad.yaml')}, line 3: rules[0].state`),
    });
  });

  it('says so where a folder is missing', async () => {
    await expect(loadProfiles({ folders: ['/nowhere/at/all'] })).rejects.toMatchObject({
      code: 'FILE_NOT_FOUND',
    });
  });
});

describe('profileFor', () => {
  it('knows a program by its command, its title or what its screen says', async () => {
    const profiles = await loadProfiles();
    const name = (facts: Partial<Parameters<typeof profileFor>[1]>) =>
      profileFor(profiles, { command: 'node', title: '', ...facts }).name;
    expect(name({ command: 'claude' })).toBe('claude-code');
    expect(name({ command: '/usr/local/bin/codex' })).toBe('codex');
    expect(name({ title: '✳ Claude Code' })).toBe('claude-code');
    expect(name({ title: '[ ! ] Action Required | proj' })).toBe('codex');
    expect(name({})).toBe('generic');
    expect(name({ command: 'vim', title: 'notes' })).toBe('generic');
  });

  it('leaves versions that nobody wrote a profile for to the generic one', async () => {
    const profiles = await loadProfiles();
    const name = (version: string) => profileFor(profiles, { command: 'claude', title: '', version }).name;
    expect(name('2.1.325')).toBe('claude-code');
    expect(name('7.0.0')).toBe('generic');
  });

  it('takes the requested profile, and says so if it does not exist', async () => {
    const profiles = await loadProfiles();
    expect(profileFor(profiles, { command: 'bash', title: '', name: 'codex' }).name).toBe('codex');
    expect(() => profileFor(profiles, { command: 'bash', title: '', name: 'codx' })).toThrow(
      expect.objectContaining({ code: 'PROFILE_NOT_FOUND', suggestion: expect.stringContaining('codex') }),
    );
  });
});
