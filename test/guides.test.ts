import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { everydayOperations } from '../src/operations/guide/everyday-operations.js';
import { parseProfile } from '../src/panes/profiles/parse-profile.js';
import { pageExamples, testPage } from './page-examples.js';

describe('the guide to runs', () => {
  it('has examples', () => {
    expect(pageExamples('docs/guides/runs.md').length).toBeGreaterThanOrEqual(10);
  });

  testPage('docs/guides/runs.md');
});

describe('the guide to agents', () => {
  testPage('docs/guides/agents.md');
});

describe('the guide to sessions', () => {
  testPage('docs/guides/sessions.md');
});

describe('the guide to the server', () => {
  testPage('docs/guides/server.md');
});

describe('the guide to a store for several machines', () => {
  testPage('docs/guides/shared-store.md');
});

describe('the guide to recordings', () => {
  testPage('docs/guides/recordings.md');
});

describe('the guide to workers', () => {
  testPage('docs/guides/workers.md');
});

describe('the guide to profiles', () => {
  testPage('docs/guides/profiles.md');

  it('shows a profile that can be read', () => {
    const page = readFileSync(new URL('../docs/guides/profiles.md', import.meta.url), 'utf8');
    const [profile = '', conversation = ''] = [...page.matchAll(/```yaml\n(.*?)```/gs)].map(
      ([, yaml = '']) => yaml,
    );
    const {
      name,
      rules,
      conversation: said,
    } = parseProfile(profile + conversation, 'docs/guides/profiles.md');
    expect([name, rules.length, said?.indent]).toEqual(['helper', 5, 2]);
  });
});

describe('the guide to MCP', () => {
  testPage('docs/guides/mcp.md');

  it('names the tools of the default set, and no others as such', () => {
    const page = readFileSync(new URL('../docs/guides/mcp.md', import.meta.url), 'utf8');
    const [table = ''] = /^\| family .*?\n\n/ms.exec(page) ?? [];
    const named = [...table.matchAll(/`(\w+)`/g)].map(([, name = '']) => name);
    expect(named.sort()).toEqual(everydayOperations.map((name) => name.replace('.', '_')).sort());
  });
});

describe('the guide to tests of a program', () => {
  it('has examples for each runner', () => {
    const code = pageExamples('docs/guides/testing.md').map((example) => example.code);
    for (const entry of ["'muxwright/test'", "'muxwright/test/node'", "'muxwright/test/vitest'"]) {
      expect(code.some((one) => one.includes(entry))).toBe(true);
    }
  });

  testPage('docs/guides/testing.md');
});

describe('the guide for users of other test kits', () => {
  it('has an example for each of them', () => {
    expect(pageExamples('docs/guides/testing-from-others.md').map(({ title }) => title)).toEqual([
      'From Playwright',
      'From tui-test',
      'From expect',
      'From VHS',
    ]);
  });

  testPage('docs/guides/testing-from-others.md');
});

describe('the guide to the workspace', () => {
  testPage('docs/guides/workspace.md');
});
