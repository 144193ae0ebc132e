import { describe, expect, it } from 'vitest';
import { allOperations } from '../families.js';
import { reachRules } from '../reach/reach-rules.js';
import { operationScopes } from './operation-scopes.js';
import { scopeOf } from './scopes.js';

const operations = await allOperations();
const names = operations.map(({ name }) => name).sort();

describe('the scopes of the operations', () => {
  it('are stated once for each operation there is, and for no other', () => {
    expect(Object.values(operationScopes).flat().sort()).toEqual(names);
  });

  it.each(operations.map(({ name, effect }) => ({ name, effect })))(
    'let a token that only looks change nothing by $name',
    ({ name, effect }) => {
      const scope = scopeOf({ name });
      if (effect !== 'read') expect(scope).not.toBe('read');
      if (/^(?:token|audit)\./.test(name)) expect(scope).toBe('admin');
    },
  );

  it('let a token that only answers do nothing else', () => {
    expect(operationScopes.respond).toEqual(['run.input', 'agent.respond']);
  });

  it('are asked for: an operation that states none is called by nobody', () => {
    expect(() => scopeOf({ name: 'pane.invented' })).toThrow(
      expect.objectContaining({ code: 'INTERNAL_ERROR' }),
    );
  });
});

it('says of each operation what it reaches, and of no other', () => {
  expect(Object.keys(reachRules).sort()).toEqual(names);
});
