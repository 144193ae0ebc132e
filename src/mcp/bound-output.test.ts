import fc from 'fast-check';
import { expect, it } from 'vitest';
import { boundOutput } from './bound-output.js';

const LIMIT = 1_500;

it('leaves alone what is small enough', () => {
  const value = { text: 'x'.repeat(1_000), list: [1, 2, { a: null }] };
  expect(boundOutput(value, LIMIT)).toEqual({ value, shortened: [] });
});

it('takes the middle of a text and the end of a list, and names them', () => {
  const { value, shortened } = boundOutput(
    { text: `begin${'x'.repeat(5_000)}end`, rows: Array.from({ length: 900 }, (_, n) => ({ n })), n: 1 },
    LIMIT,
  );
  expect(value.text).toMatch(/^begin.*\n… \d+ characters left out …\n.*end$/s);
  expect((value.rows as unknown[])[0]).toEqual({ n: 0 });
  expect(value.n).toBe(1);
  expect(shortened).toEqual(['text', 'rows']);
});

it('makes any texts and lists fit, with the fields and kinds that they had', () => {
  const text = fc.string({ maxLength: 400, unit: 'binary' });
  const rows = fc.array(fc.record({ name: text, of: fc.array(text, { maxLength: 5 }) }), { maxLength: 40 });
  fc.assert(
    fc.property(fc.record({ text, rows }), (whole) => {
      const { value, shortened } = boundOutput(whole, LIMIT);
      expect(Buffer.byteLength(JSON.stringify(value))).toBeLessThanOrEqual(LIMIT);
      expect(typeof value.text).toBe('string');
      for (const row of value.rows as object[]) expect(Object.keys(row)).toEqual(['name', 'of']);
      expect(shortened.length > 0).toBe(Buffer.byteLength(JSON.stringify(whole)) > LIMIT);
    }),
    { numRuns: 60 },
  );
});
