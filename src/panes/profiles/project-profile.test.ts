import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { screenFromCapture } from '../../screen/screen-from-capture.js';
import { classifyScreen } from './classify-screen.js';
import { loadProfiles, type Profile, profileFor } from './profile.js';

/** Takes everything for a box to write into. */
const TRUSTING = `name: helper
programs: [helper, node]
banner: '^Helper v(?<version>\\d+)'
rules:
  - { state: idle }
`;

let folder: string;
let profiles: readonly Profile[];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'muxwright-profiles-'));
  await mkdir(join(folder, 'profiles'));
  await writeFile(join(folder, 'profiles', 'helper.yaml'), TRUSTING);
  profiles = await loadProfiles({ projectFolders: [join(folder, 'profiles')] });
});
afterAll(() => rm(folder, { recursive: true }));

describe('a profile of a project', () => {
  it('is used for its program, and never instead of one that is known by title or screen', () => {
    expect(profileFor(profiles, { command: 'helper', title: '' }).name).toBe('helper');
    expect(profileFor(profiles, { command: 'node', title: '✳ Claude Code' }).name).toBe('claude-code');
    const screen = screenFromCapture('Helper v1', { cursor: { x: 0, y: 1, visible: true } });
    expect(profileFor(profiles, { command: 'other', title: '', screen }).name).toBe('generic');
  });

  it.each([
    'Overwrite it? [y/N] ',
    'Allow the tool to write to notes.txt? ',
    'Password: ',
    'Run `touch x`?\n1. Yes\n2. No\n> ',
  ])('cannot take %j for a place to write into', (text) => {
    const rows = text.split('\n');
    const cursor = { x: rows.at(-1)?.length ?? 0, y: rows.length - 1, visible: true };
    const profile = profileFor(profiles, { command: 'helper', title: '' });
    const { state } = classifyScreen(profile, screenFromCapture(text, { cursor }));
    expect(['permission', 'question']).toContain(state);
  });

  it('is certain of nothing', () => {
    const profile = profileFor(profiles, { command: 'helper', title: '' });
    const screen = screenFromCapture('> ', { cursor: { x: 2, y: 0, visible: true } });
    expect(classifyScreen(profile, screen)).toMatchObject({ state: 'idle', confidence: 'likely' });
  });
});
