import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { allOperations } from '../operations/families.js';
import type { CallOperation } from '../operations/operation.js';
import { mcpLimits, withinLimits } from './mcp-limits.js';

const calls = (await allOperations()).filter(
  (operation): operation is CallOperation => operation.kind === 'call',
);

describe('what a model is given at once', () => {
  it('is less than other faces get, and never more than the most', () => {
    const [reading] = calls.filter(({ name }) => name === 'run.output');
    if (!reading) throw new Error('run.output is gone.');
    const { defaultBytes, maxBytes } = mcpLimits;
    expect(withinLimits(reading, { run: 'x' })).toEqual({ run: 'x', maxBytes: defaultBytes });
    expect(withinLimits(reading, { maxBytes: 1_000_000 })).toEqual({ maxBytes });
    expect(withinLimits(reading, { maxBytes: 2_000 })).toEqual({ maxBytes: 2_000 });
    expect(withinLimits(reading, { maxBytes: 'many' })).toEqual({ maxBytes: 'many' });
  });

  it('changes no input but the size of a text: what is called maxBytes means nothing else anywhere', () => {
    for (const operation of calls) {
      const { maxBytes } = operation.input.shape;
      if (maxBytes === undefined) expect(withinLimits(operation, {})).toEqual({});
      else expect(z.toJSONSchema(maxBytes as z.ZodType), operation.name).toMatchObject(TEXT_LIMIT);
    }
  });
});

const TEXT_LIMIT = { description: 'Maximum bytes of text in the result.', default: expect.any(Number) };
