import { expect, it } from 'vitest';
import { namedOperations } from '../model/named-operations.js';
import { allOperations } from './families.js';

const operations = new Map((await allOperations()).map((one) => [one.name as string, one]));

it.each(Object.entries(namedOperations))(
  '%s, which errors name, exists with the fields that they know',
  (name, fields) => {
    const known = Object.keys(operations.get(name)?.input.shape ?? {});
    expect(operations.has(name)).toBe(true);
    expect(known).toEqual(expect.arrayContaining([...fields]));
  },
);
