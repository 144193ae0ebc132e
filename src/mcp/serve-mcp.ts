import type { Readable, Writable } from 'node:stream';
import type { Server } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { onAbort } from '../model/index.js';
import { allOperations } from '../operations/families.js';
import type { Reach, Runtime } from '../operations/index.js';
import { chooseTools } from './choose-tools.js';
import { LineTransport } from './line-transport.js';
import { mcpServer } from './mcp-server.js';
import { OpenCalls } from './open-calls.js';
import { Resources } from './resources/resources.js';
import { StdioSubscriptions } from './stdio-subscriptions.js';
import { toolNaming } from './tool-names.js';

export interface ServeMcpOptions {
  readonly runtime: Runtime;
  /** Of this package. */
  readonly version: string;
  /** What the model may reach (default: everything). */
  readonly reach?: Reach | undefined;
  /** Families and tools; see `chooseTools`. */
  readonly tools?: readonly string[] | undefined;
  readonly input: Readable;
  /** Nothing but the protocol is written to it. */
  readonly output: Writable;
  /** Ends it at once. */
  readonly signal: AbortSignal;
  /** Takes a line about a message that could not be understood. */
  readonly complain: (line: string) => void;
}

/**
 * Serves one client over a pair of streams, by the revision that it speaks, until the client closes its side. What was
 * asked before that is still answered; waits are given up. Programs in tmux keep running.
 */
export async function serveMcp(options: ServeMcpOptions): Promise<void> {
  const { runtime, version, tools, reach, input, output, signal, complain } = options;
  const all = await allOperations();
  const operations = chooseTools(all, tools);
  const named = toolNaming(all.map(({ name }) => name));
  const calls = new OpenCalls();
  const caller = reach && ({ scopes: ['admin'], via: 'stdio', tokenId: 'stdio', reach } as const);
  let server: Server | undefined;
  const updated = async (uri: string): Promise<void> => server?.sendResourceUpdated({ uri });
  const resources = new Resources({ runtime, operations, caller, updated });
  const wire = new LineTransport(input, output);
  // The transport listens once for each answer that waits for a slow reader.
  output.setMaxListeners(0);
  const over = ended(input, output, signal);
  const served = serveStdio(
    () => {
      server = mcpServer({ runtime, version, operations, named, calls, caller, resources });
      return server;
    },
    { transport: wire, onerror: ({ message }) => complain(message) },
  );
  const { onmessage } = wire;
  wire.onmessage = new StdioSubscriptions(resources, (message) => onmessage?.(message)).take;
  await over;
  if (signal.aborted) await wire.close();
  else await calls.end(LAST_ANSWERS_MS);
  resources.close();
  await served.close();
}

/** As long as a command of tmux may take. A client that does not wait so long sends a signal, which ends it at once. */
const LAST_ANSWERS_MS = 30_000;

function ended(input: Readable, output: Writable, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => resolve();
    input.once('end', done);
    input.once('close', done);
    input.once('error', done);
    // The reader is gone: there is nobody left to answer.
    output.once('error', done);
    output.once('close', done);
    if (signal.aborted) done();
    onAbort(signal, done);
  });
}
