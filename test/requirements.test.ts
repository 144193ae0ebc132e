import { readdirSync, readFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { citedIds, requirementGate } from './requirement-gate.js';
import type { Requirement } from './requirements/requirement.js';
import { finishedRooms, requirements } from './requirements.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const thisFile = 'test/requirements.test.ts';

describe('the requirements', () => {
  it('are cited by a test where their room is finished, and no test cites anything else', () => {
    expect(requirementGate({ requirements, finishedRooms, testFiles: readTestFiles() })).toEqual([]);
  });

  it('are numbered without gaps, letter by letter', () => {
    const ids = Object.keys(requirements);
    for (const letter of ['A', 'C', 'B', 'M', 'W']) {
      const ofLetter = ids.filter((id) => id.startsWith(letter));
      expect(ofLetter).toEqual(ofLetter.map((_, index) => `${letter}${index + 1}`));
    }
  });

  it('are sentences', () => {
    for (const { promise } of Object.values(requirements)) expect(promise).toMatch(/[.)]$/);
  });
});

describe('the gate', () => {
  const table: Record<string, Requirement> = {
    A1: { room: 'tmux', promise: 'It works.' },
    A2: { room: 'runs', promise: 'It will work.' },
  };
  const gate = (text: string) =>
    requirementGate({ requirements: table, finishedRooms: ['tmux'], testFiles: { 'a.test.ts': text } });

  it('passes when the finished requirements are cited', () => {
    expect(gate("it('works [A1]', () => {});")).toEqual([]);
  });

  it('names a finished requirement that nobody cites', () => {
    expect(gate("it('works', () => {});")).toEqual(['No test cites A1, and tmux is finished: It works.']);
  });

  it('can ask for what one letter wants of a room', () => {
    const finished = (finishedRooms: string[]) =>
      requirementGate({ requirements: table, finishedRooms, testFiles: {} });
    expect(finished(['runs:A'])).toEqual(['No test cites A2, and runs is finished: It will work.']);
    expect(finished(['runs:B'])).toEqual([]);
  });

  it('names a citation of something that does not exist', () => {
    expect(gate("it('works [A1, A3]', () => {});")).toEqual([
      'a.test.ts cites A3, which is not in the table.',
    ]);
  });
});

describe('a citation', () => {
  it.each([
    ['in the name of a test', "it('works [A1]', run);", ['A1']],
    ['under another quote', `test("works [A1]", run); it(\`\${x} works [B2]\`, run);`, ['A1', 'B2']],
    ['of several ids', "it('works [A1, C57] and [W5 M2]', run);", ['A1', 'C57', 'W5', 'M2']],
    ['in a group of tests', "describe('all of [A1]', () => { it('works [A2]', run); });", ['A1', 'A2']],
    ['in a table of tests', "it.each([['[A9]']])('works with %s [A1]', run);", ['A1']],
    ['in a conditional test', "it.runIf(docker)('works [A1]', run);", ['A1']],
  ])('counts %s', (_where, text, ids) => {
    expect(citedIds(text)).toEqual(ids);
  });

  it.each([
    ['in a comment', "// it('works [A1]')"],
    ['in other strings', "expect('[A1]').toMatch(/[A1]/); it('works', () => run('[A1]'));"],
    [
      'in a skipped test',
      "it.skip('works [A1]', run); it.todo('works [A1]'); it.skip.each([])('[A1]', run);",
    ],
    ['in a skipped group', "describe.skip('later', () => { it('works [A1]', run); });"],
    ['that is not an id', "it('presses [C-c] and [F1], a[1] [A1x]', run);"],
  ])('does not count %s', (_where, text) => {
    expect(citedIds(text)).toEqual([]);
  });
});

function readTestFiles(): Record<string, string> {
  const files = ['src', 'test'].flatMap((folder) =>
    readdirSync(resolve(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.test.ts') || /(^|\/)suites\/.*\.ts$/.test(path))
      .map((path) => resolve(root, folder, path)),
  );
  return Object.fromEntries(
    files
      .map((path) => [relative(root, path), readFileSync(path, 'utf8')] as const)
      .filter(([path]) => path !== thisFile),
  );
}
