import { expect, it } from 'vitest';
import { allOperations } from '../operations/families.js';
import { chooseTools } from './choose-tools.js';
import { tool } from './tool.js';
import { toolNaming } from './tool-names.js';

const operations = await allOperations();
const named = toolNaming(operations.map(({ name }) => name));
const usual = chooseTools(operations).map((operation) => tool(operation, named).describe());

it('costs a model little: the usual tools are less than 6,000 tokens, at four characters each', () => {
  const seen = usual.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
  expect(JSON.stringify(seen).length / 4).toBeLessThan(6_000);
});

it('tells the words and limits that a caller has to choose between, and no bounds that nobody meets', () => {
  const { properties } = usual.find(({ name }) => name === 'pane_send')?.inputSchema ?? {};
  expect(properties?.when).toEqual({
    default: 'now',
    description: expect.any(String),
    enum: ['now', 'idle', 'queue'],
  });
  expect(properties?.text).toEqual({ type: 'string', description: expect.any(String) });
  const { properties: ofOutput } = usual.find(({ name }) => name === 'run_output')?.inputSchema ?? {};
  expect(ofOutput?.maxBytes).toMatchObject({ minimum: 1000, maximum: 32_768 });
});
