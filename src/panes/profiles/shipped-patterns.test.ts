import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseProfile } from './parse-profile.js';

const folder = new URL('../../../profiles/', import.meta.url);

describe('a shipped profile', () => {
  it.each(readdirSync(folder))('%s can be copied: its patterns are matched in linear time', (name) => {
    const text = readFileSync(new URL(name, folder), 'utf8');
    expect(parseProfile(text, 'copy.yaml').name).toBe(parseProfile(text, name, { shipped: true }).name);
  });
});
