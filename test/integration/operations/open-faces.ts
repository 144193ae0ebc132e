import { readFile } from 'node:fs/promises';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import type { CallToolResult, Tool } from '@modelcontextprotocol/sdk/types.js';
import { chooseTools } from '../../../src/mcp/choose-tools.js';
import { mcpServer } from '../../../src/mcp/mcp-server.js';
import { OpenCalls } from '../../../src/mcp/open-calls.js';
import { toolName, toolNaming } from '../../../src/mcp/tool-names.js';
import { allOperations } from '../../../src/operations/families.js';
import { createServer } from '../../../src/server/create-server.js';
import { muxHere } from './mux-here.js';
import { type OpenOperations, openOperations } from './open-operations.js';

/** What went wrong, as a face tells it. */
export interface Mistake {
  readonly code: string;
  readonly message: string;
}

/** All faces of the same machine, in this process. */
export interface OpenFaces extends AsyncDisposable {
  readonly here: OpenOperations;
  readonly tools: readonly Tool[];
  /** A command line that has to fail. */
  mistakeOfCommand(...words: string[]): Promise<Mistake>;
  /** A call of a tool that has to fail. */
  mistakeOfTool(operation: string, input: Record<string, unknown>): Promise<Mistake>;
  /** A call over HTTP that has to fail. */
  mistakeOfRequest(operation: string, input: Record<string, unknown>): Promise<Mistake>;
}

export async function openFaces(): Promise<OpenFaces> {
  const here = await openOperations();
  const all = await allOperations();
  const server = mcpServer({
    runtime: here.another(),
    version: '1',
    operations: chooseTools(all, ['all', 'destructive']),
    named: toolNaming(all.map(({ name }) => name)),
    calls: new OpenCalls(),
  });
  const client = new Client({ name: 'test', version: '1' });
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(ours), client.connect(theirs)]);
  const { tools } = await client.listTools();
  const served = await createServer({ runtime: here.another(), port: 0 });
  const token = (await readFile(served.tokenFile, 'utf8')).trim();
  return {
    here,
    tools,
    mistakeOfCommand: async (...words) => {
      const { code, stderr } = await muxHere(...words, '--json');
      if (code === 0) throw new Error(`mux ${words.join(' ')} did not fail.`);
      const { error } = JSON.parse(stderr) as { error: Mistake };
      return { code: error.code, message: error.message };
    },
    mistakeOfTool: async (operation, input) => {
      const call = { name: toolName(operation), arguments: input };
      const { isError, _meta } = (await client.callTool(call, undefined, {
        timeout: 120_000,
      })) as CallToolResult;
      if (!isError || !_meta) throw new Error(`${operation} did not fail.`);
      const { code, message } = _meta['muxwright/error'] as Mistake;
      return { code, message };
    },
    mistakeOfRequest: async (operation, input) => {
      const response = await fetch(`${served.url}/api/operations/${operation}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify(input),
      });
      if (response.ok) throw new Error(`${operation} did not fail.`);
      const { code, detail } = (await response.json()) as { code: string; detail: string };
      return { code, message: detail };
    },
    [Symbol.asyncDispose]: async () => {
      await served.close();
      await client.close();
      await here[Symbol.asyncDispose]();
    },
  };
}
