import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { type CallOperation, call } from '../operations/operation.js';
import { Runtime } from '../operations/runtime.js';
import { mcpServer } from './mcp-server.js';
import { OpenCalls } from './open-calls.js';

async function connected(operation: CallOperation): Promise<AsyncDisposable & { readonly client: Client }> {
  const runtime = new Runtime();
  const named = (text: string): string => text;
  const server = mcpServer({ runtime, version: '1', operations: [operation], named, calls: new OpenCalls() });
  const client = new Client({ name: 'test', version: '1' });
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(ours), client.connect(theirs)]);
  return {
    client,
    [Symbol.asyncDispose]: async () => {
      await client.close();
      await runtime.close();
    },
  };
}

function operation(handler: CallOperation['handler']): CallOperation {
  return call({
    name: 'pane.hold',
    summary: 'Hold',
    description: 'Holds.',
    effect: 'read',
    faces: ['mcp'],
    input: z.strictObject({}),
    output: z.object({ text: z.string() }) as z.ZodObject,
    examples: [],
    handler,
  });
}

it('aborts the operation of a call that is cancelled', async () => {
  const caller = new AbortController();
  let hearAbort = (_reason: unknown): void => {};
  const aborted = new Promise((resolve) => {
    hearAbort = resolve;
  });
  await using open = await connected(
    operation(async (_, { signal }) => {
      signal.addEventListener('abort', () => hearAbort(signal.reason), { once: true });
      caller.abort(new Error('had enough'));
      await aborted;
      return { text: '' };
    }),
  );
  const called = open.client.callTool({ name: 'pane_hold' }, undefined, { signal: caller.signal });
  await expect(called).rejects.toThrow('had enough');
  expect(await aborted).toContain('had enough');
});

it('aborts what is under way when the client goes', async () => {
  let begin = (): void => {};
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  let hearAbort = (): void => {};
  const aborted = new Promise<void>((resolve) => {
    hearAbort = resolve;
  });
  const open = await connected(
    operation(async (_, { signal }) => {
      signal.addEventListener('abort', hearAbort, { once: true });
      begin();
      await aborted;
      return { text: '' };
    }),
  );
  const called = open.client.callTool({ name: 'pane_hold' });
  called.catch(() => {});
  await begun;
  await open[Symbol.asyncDispose]();
  await aborted;
  await expect(called).rejects.toThrow('Connection closed');
});

it('has no stack trace for an error that nobody foresaw', async () => {
  await using open = await connected(
    operation(async () => {
      throw new TypeError('x is not a function');
    }),
  );
  const { isError, content } = await open.client.callTool({ name: 'pane_hold' });
  expect(isError).toBe(true);
  expect(content).toEqual([
    {
      type: 'text',
      text: 'INTERNAL_ERROR: Internal error in muxwright: x is not a function',
    },
  ]);
});

it('shortens what is far too large for a model, and says so', async () => {
  await using open = await connected(operation(async () => ({ text: 'x'.repeat(10_000_000) })));
  const { structuredContent, content } = await open.client.callTool({ name: 'pane_hold' });
  expect(JSON.stringify(structuredContent).length).toBeLessThan(257 * 1024);
  expect(content).toEqual([{ type: 'text', text: expect.stringMatching(/parts are left out of: text\./) }]);
});
