import { describe, expect, it } from 'vitest';
import { allOperations } from '../families.js';
import { endingOperations, everydayOperations } from './everyday-operations.js';
import { guidePatterns, guideRules } from './guide-patterns.js';
import { guideSummary, guideText, PLACE } from './guide-text.js';

const operations = await allOperations();
const nameOf = ({ name }: { readonly name: string }): string => name.replace('.', '_');
const words = (text: string): number => text.split(/\s+/).length;
const everyday = operations.filter(({ name }) => everydayOperations.includes(name));

describe('the guide for models', () => {
  it('names every tool of the default set, in under 800 words', () => {
    const guide = guideText({ operations: everyday, nameOf });
    for (const operation of everyday) expect(guide).toContain(`\`${nameOf(operation)}\``);
    expect(words(guide)).toBeLessThan(800);
    expect(words(guideSummary())).toBeLessThan(60);
  });

  it('names nothing that its reader cannot call', () => {
    const guide = guideText({ operations: everyday, nameOf });
    for (const { name } of operations) {
      if (!everydayOperations.includes(name)) expect(guide).not.toContain(`\`${nameOf({ name })}\``);
    }
    expect(guide).not.toMatch(/[{}]/);
  });

  it('says what terminals are for, and what they are not for [C70]', () => {
    const guide = guideText({ operations, nameOf });
    const [, uses = '', others = ''] = /^- Yes: (.*?)^- No, (.*?)\n\n/ms.exec(guide) ?? [];
    for (const use of [
      'long-running processes',
      'several streams',
      'concurrent tasks',
      'interactive sessions',
    ])
      expect(uses).toContain(use);
    for (const use of ['one-off commands', 'under 5 seconds', 'non-interactive scripts'])
      expect(others).toContain(use);
  });

  it('names the five practices [C71]', () => {
    const guide = guideText({ operations, nameOf });
    for (const practice of [
      /Initialize first with `workspace_init`: good practice/,
      /^- List before you act/m,
      /^- Read after you send/m,
      /^- Clean up/m,
      /meaningful titles/,
    ])
      expect(guide).toMatch(practice);
  });

  it('has patterns for running and watching, for tasks at once, and for a project', () => {
    const guide = guideText({ operations, nameOf });
    for (const { title } of guidePatterns) expect(guide).toContain(`**${title}**`);
    expect(words(guide)).toBeLessThan(1_850);
  });

  it('speaks only of operations that exist', () => {
    const names = operations.map(({ name }) => name as string);
    const named = [...guidePatterns.flatMap(({ steps }) => steps), ...guideRules].flatMap((text) =>
      [...text.matchAll(PLACE)].map(([, name = '']) => name),
    );
    expect(named.length).toBeGreaterThan(20);
    expect(
      [...named, ...everydayOperations, ...endingOperations].filter((name) => !names.includes(name)),
    ).toEqual([]);
  });
});
