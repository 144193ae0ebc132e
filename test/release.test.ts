import { describe, expect, it } from 'vitest';
// @ts-expect-error The scripts are plain Node, without types.
import { releaseProblems } from '../scripts/lib/release-problems.mjs';

const files = [
  'package.json',
  'README.md',
  'LICENSE',
  'CHANGELOG.md',
  'man/mux.1',
  'dist/index.js',
  'dist/index.d.ts',
  'dist/cli/main.js',
  'dist/web/index.html',
];
const ready = {
  version: '0.2.0',
  lockVersion: '0.2.0',
  changelog: '# Changelog\n\n## [Unreleased]\n\n## [0.2.0] - 2026-01-31\n\n### Added\n\n- A thing.\n',
  tags: ['v0.1.0'],
  status: '',
  branch: 'main',
  files,
};

describe('a release', () => {
  it('has no problem where everything is as it should be', () => {
    expect(releaseProblems(ready)).toEqual([]);
  });

  it.each([
    ['a version that is none', { version: 'next', lockVersion: 'next' }, "'next' is not a version."],
    ['another version in the lock file', { lockVersion: '0.1.0' }, 'run npm install'],
    ['a tag that exists', { tags: ['v0.2.0'] }, 'The tag v0.2.0 exists'],
    ['another branch', { branch: 'wip' }, 'The branch is wip'],
    ['changes', { status: ' M src/index.ts' }, 'not committed'],
    ['no section', { changelog: '## [Unreleased]\n' }, "no section '## [0.2.0]"],
    ['no date', { changelog: '## [Unreleased]\n\n## [0.2.0]\n\n- A thing.\n' }, 'has no date'],
    ['nothing said', { changelog: '## [Unreleased]\n\n## [0.2.0] - 2026-01-31\n' }, 'is empty'],
    [
      'changes that are not in it',
      { changelog: '## [Unreleased]\n\n- More.\n\n## [0.2.0] - 2026-01-31\n\n- A thing.\n' },
      'Unreleased of CHANGELOG.md is not empty',
    ],
    ['a missing file', { files: files.slice(1) }, 'would lack package.json'],
    ['a file too many', { files: [...files, 'src/index.ts'] }, 'would have src/index.ts'],
  ])('is refused for %s', (_, change, problem) => {
    expect(releaseProblems({ ...ready, ...change }).join('\n')).toContain(problem);
  });
});
