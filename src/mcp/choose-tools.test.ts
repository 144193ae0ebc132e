import { describe, expect, it } from 'vitest';
import { allOperations } from '../operations/families.js';
import { everydayOperations } from '../operations/guide/everyday-operations.js';
import { familyOf } from '../operations/operation.js';
import { chooseTools } from './choose-tools.js';

const operations = await allOperations();
const chosen = (...words: string[]) => chooseTools(operations, words);
const names = (...words: string[]) => chosen(...words).map(({ name }) => name);

describe('the tools of a model', () => {
  it('are the everyday ones without words, and all of these exist', () => {
    expect(
      chooseTools(operations)
        .map(({ name }) => name)
        .sort(),
    ).toEqual([...everydayOperations].sort());
    expect(chooseTools(operations).every(({ effect }) => effect !== 'destroy')).toBe(true);
  });

  it('are families in either number, without what ends or removes', () => {
    expect(names('runs')).toEqual(names('run'));
    expect(names('inboxes')).toEqual(names('inbox'));
    expect(() => chosen('inboxs')).toThrow(expect.objectContaining({ suggestion: "Did you mean 'inbox'?" }));
    expect(new Set(chosen('workspace', 'runs').map(familyOf))).toEqual(new Set(['workspace', 'run']));
    expect(chosen('workspace', 'runs').filter(({ effect }) => effect === 'destroy')).toEqual([]);
  });

  it('are whatever is named, by either name', () => {
    expect(names('pane_kill')).toEqual(['pane.kill']);
    expect(names('pane.kill', 'run_end')).toEqual(['pane.kill', 'run.end']);
  });

  it('are all that there are, where that is said twice', () => {
    const all = operations.filter(({ kind, faces }) => kind === 'call' && faces.includes('mcp'));
    expect(chosen('all', 'destructive')).toEqual(all);
    expect(chosen('all')).toEqual(all.filter(({ effect }) => effect !== 'destroy'));
  });

  it('only look, where that is said', () => {
    expect(chosen('all', 'read-only').every(({ effect }) => effect === 'read')).toBe(true);
    expect(chosen('pane_kill', 'read-only')).toEqual([]);
    expect(names('read-only')).toEqual(
      chooseTools(operations).flatMap(({ name, effect }) => (effect === 'read' ? name : [])),
    );
  });

  it('are refused by a word that means nothing, with the nearest one', () => {
    expect(() => chosen('worksapce')).toThrow(
      expect.objectContaining({ code: 'INVALID_ARGUMENT', suggestion: "Did you mean 'workspace'?" }),
    );
  });

  it('are in the table for every operation that has this face: none is a stream', () => {
    expect(operations.filter(({ kind, faces }) => kind === 'stream' && faces.includes('mcp'))).toEqual([]);
  });
});
