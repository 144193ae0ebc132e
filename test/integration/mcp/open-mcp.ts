import { mkdir, mkdtemp, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { type IsolatedTmux, isolatedTmux } from '../../../src/testing/isolated-tmux.js';
import { Watchdog } from '../../../src/testing/watchdog.js';
import { endProcessesOf } from '../../end-processes.js';
import { muxArgv } from '../cli/mux.js';

/** The official client, and `mux mcp` as a process of its own beside it. */
export interface OpenMcp extends AsyncDisposable {
  readonly client: Client;
  readonly place: McpPlace;
  /** What the server wrote to its stderr. */
  readonly complaints: () => string;
  /** A tool by its name and arguments; fails where the answer is an error. */
  call(name: string, input?: Record<string, unknown>): Promise<Record<string, unknown>>;
  /** The text of an answer that must be an error. */
  mistake(name: string, input?: Record<string, unknown>): Promise<string>;
}

/** A tmux server that is `local` for a process with this environment, and folders that nobody else uses. */
export interface McpPlace extends AsyncDisposable {
  readonly server: IsolatedTmux;
  readonly env: Record<string, string>;
}

export async function openMcp(...args: readonly string[]): Promise<OpenMcp> {
  const place = await mcpPlace();
  const [command = '', ...words] = [...muxArgv, 'mcp', ...args];
  const transport = new StdioClientTransport({ command, args: words, env: place.env, stderr: 'pipe' });
  let complaints = '';
  transport.stderr?.on('data', (chunk: Buffer) => {
    complaints += chunk.toString();
  });
  const client = new Client({ name: 'test', version: '1.0.0' });
  try {
    // The machine may be busy, and the server is compiled as it starts.
    await client.connect(transport, { timeout: 120_000 });
  } catch (error) {
    await place[Symbol.asyncDispose]();
    throw new Error(`mux mcp did not answer: ${complaints}`, { cause: error });
  }
  const ask = async (name: string, input: Record<string, unknown> = {}): Promise<CallToolResult> =>
    (await client.callTool({ name, arguments: input }, undefined, { timeout: 120_000 })) as CallToolResult;
  return {
    client,
    place,
    complaints: () => complaints,
    call: async (name, input) => {
      const { isError, structuredContent, content } = await ask(name, input);
      if (isError || !structuredContent) throw new Error(JSON.stringify(content));
      return structuredContent;
    },
    mistake: async (name, input) => {
      const { isError, content } = await ask(name, input);
      if (!isError || content[0]?.type !== 'text') throw new Error(`${name} did not fail.`);
      return content[0].text;
    },
    [Symbol.asyncDispose]: async () => {
      await client.close();
      await place[Symbol.asyncDispose]();
    },
  };
}

export async function mcpPlace(): Promise<McpPlace> {
  const folder = await mkdtemp(join(tmpdir(), 'muxwright-mcp-'));
  // Removes it also when this process is killed.
  const watchdog = new Watchdog({ folder });
  const server = await isolatedTmux();
  const [socket = ''] = await server.tmux.command('display-message', '-p', '#{socket_path}');
  // A namespace of its own may make somebody else root.
  for (const uid of new Set([process.getuid?.() ?? 0, 0])) {
    const sockets = join(folder, `tmux-${uid}`);
    await mkdir(sockets, { mode: 0o700 });
    await symlink(socket, join(sockets, 'default'));
  }
  await mkdir(join(folder, 'home'));
  await server.tmux.globalEnvironment.set('HOME', join(folder, 'home'));
  return {
    server,
    env: {
      PATH: process.env.PATH ?? '',
      LANG: 'C.UTF-8',
      HOME: join(folder, 'home'),
      TMUX_TMPDIR: folder,
      MUXWRIGHT_HOME: join(folder, 'state'),
    },
    [Symbol.asyncDispose]: async () => {
      await server[Symbol.asyncDispose]();
      // What an agent has started may outlive the agent, and still write to the state folder.
      await endProcessesOf(join(folder, 'home'));
      await watchdog[Symbol.asyncDispose]();
    },
  };
}
