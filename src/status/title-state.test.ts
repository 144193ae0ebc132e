import { expect, it } from 'vitest';
import { loadProfiles, profileFor } from '../panes/profiles/profile.js';
import { titleState } from './title-state.js';

const profiles = await loadProfiles();

it.each([
  ['codex', '⠋ project', 'working'],
  ['codex', '[ ! ] Action Required | project', 'permission'],
  ['codex', 'project', undefined],
  ['claude-code', '⠂ Claude Code', 'working'],
  ['claude-code', '✳ Claude Code', undefined],
  ['generic', '⠙ building', 'working'],
  ['generic', 'vim', undefined],
])('reads a title as the profile of %s does: %s', (name, title, state) => {
  expect(titleState(profileFor(profiles, { command: '', title: '', name }), title)).toBe(state);
});
