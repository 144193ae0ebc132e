import type { CallToolResult, Tool } from '@modelcontextprotocol/sdk/types.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorCatalogue } from '../../../src/model/error-catalogue.js';
import { sized } from '../../soak.js';
import { type OpenMcp, openMcp } from './open-mcp.js';

let mcp: OpenMcp;
let tools: readonly Tool[];
beforeAll(async () => {
  mcp = await openMcp('--tools', 'all,destructive');
  ({ tools } = await mcp.client.listTools());
});
afterAll(() => mcp[Symbol.asyncDispose]());

const WRONG: readonly unknown[] = [
  null,
  { no: 'thing' },
  [[]],
  -1e300,
  'x'.repeat(1_000_000),
  '\u0000\u001b[31m\n../../../etc/passwd',
];

const AT_ONCE = 10;

/**
 * Every tool with one field that is wrong, in some ways, and all of them where there is time; and without any, and with
 * one that is unknown.
 */
function* mistakes(): Generator<[name: string, input: Record<string, unknown>]> {
  let turn = 0;
  for (const { name, inputSchema } of tools) {
    if (inputSchema.required?.length) yield [name, {}];
    yield [name, { noSuchField: 1 }];
    for (const field of Object.keys(inputSchema.properties ?? {})) {
      turn += 1;
      const values = WRONG.filter((_, index) => (index + turn) % sized(3, 1) === 0);
      for (const value of values) yield [name, { [field]: value }];
    }
  }
}

/** What is not as it must be: a code of the catalogue, a sentence, no stack, and not a book. */
function complaint(name: string, { isError, content }: CallToolResult): string | undefined {
  if (!isError) return undefined;
  const text = content[0]?.type === 'text' ? content[0].text : '';
  const [, code = '', sentence = ''] = /^([A-Z_]+): (.+)/s.exec(text) ?? [];
  const fine = code in errorCatalogue && code !== 'INTERNAL_ERROR' && /[.?!]$/m.test(sentence);
  if (fine && !/^\s+at /m.test(text) && text.length < 2_000) return undefined;
  return `${name}: ${text.slice(0, 300)}`;
}

describe('bad input over MCP', () => {
  it('is answered with a code and a sentence by every tool, whatever is wrong', async () => {
    const all = [...mistakes()];
    expect(all.length).toBeGreaterThan(sized(500, 1_000));
    const complaints: (string | undefined)[] = [];
    for (let first = 0; first < all.length; first += AT_ONCE) {
      const answers = all.slice(first, first + AT_ONCE).map(async ([name, input]) => {
        const answer = await mcp.client.callTool({ name, arguments: input }, undefined, { timeout: 120_000 });
        return complaint(`${name} ${JSON.stringify(input).slice(0, 80)}`, answer as CallToolResult);
      });
      complaints.push(...(await Promise.all(answers)));
    }
    expect(complaints.filter(Boolean)).toEqual([]);
    expect(mcp.complaints()).toBe('');
    // And it is still there.
    expect(await mcp.call('run_complete', { command: 'echo fine' })).toMatchObject({ output: 'fine' });
  });

  it('is refused where a required field is missing or one is unknown, before anything is done', async () => {
    for (const { name, inputSchema } of tools) {
      expect(await mcp.mistake(name, { noSuchField: 1 }), name).toMatch(/^INVALID_ARGUMENT: /);
      if (inputSchema.required?.length) expect(await mcp.mistake(name), name).toMatch(/^INVALID_ARGUMENT: /);
    }
  });
});
