import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { describe, expect, it } from 'vitest';
import { mux, muxArgv } from '../cli/mux.js';
import { type McpPlace, mcpPlace, openMcp } from './open-mcp.js';

const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'by hand', version: '1' } },
};
const initialized = { jsonrpc: '2.0', method: 'notifications/initialized' };

/** `mux mcp`, and every line that it prints. */
function serve({ env }: McpPlace, ...args: readonly string[]) {
  const [command = '', ...words] = [...muxArgv, 'mcp', ...args];
  const child: ChildProcess = spawn(command, words, { env, stdio: ['pipe', 'pipe', 'pipe'] });
  let stderr = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  const lines: string[] = [];
  const reader = createInterface({ input: child.stdout as NodeJS.ReadableStream });
  reader.on('line', (line) => lines.push(line));
  const ended = once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>;
  return {
    child,
    lines,
    stderr: () => stderr,
    ended,
    send: (message: object | string) =>
      child.stdin?.write(`${typeof message === 'string' ? message : JSON.stringify(message)}\n`),
    /** The answer to a request. */
    answer: async (id: number): Promise<Record<string, unknown>> => {
      for (;;) {
        const found = lines.map((line) => JSON.parse(line)).find((message) => message.id === id);
        if (found) return found;
        await Promise.race([
          once(reader, 'line'),
          ended.then(() => Promise.reject(new Error(`mux mcp has ended: ${stderr}`))),
        ]);
      }
    },
  };
}

const request = (id: number, method: string, params: object = {}) => ({ jsonrpc: '2.0', id, method, params });
const tool = (id: number, name: string, args: object) => request(id, 'tools/call', { name, arguments: args });

describe('mux mcp on stdin and stdout', () => {
  it('answers what was asked before stdin ends, ends with 0, and prints nothing but the protocol', async () => {
    await using place = await mcpPlace();
    const server = serve(place);
    for (const message of [initialize, initialized, request(2, 'tools/list'), tool(3, 'run_list', {})]) {
      server.send(message);
    }
    server.child.stdin?.end();
    expect(await server.ended).toEqual([0, null]);
    // Each is answered when its answer is there.
    const messages = server.lines.map((line) => JSON.parse(line)).sort((a, b) => a.id - b.id);
    expect(messages.map(({ jsonrpc, id }) => [jsonrpc, id])).toEqual([
      ['2.0', 1],
      ['2.0', 2],
      ['2.0', 3],
    ]);
    expect(messages[2].result.structuredContent).toEqual({ runs: [], hasMore: false });
    expect(server.stderr()).toBe('');
  });

  it('gives up waits when stdin ends; what runs in tmux goes on', async () => {
    await using place = await mcpPlace();
    const server = serve(place);
    for (const message of [initialize, initialized]) server.send(message);
    server.send(tool(2, 'run_start', { command: 'read -r line', interactive: false }));
    const started = (await server.answer(2)).result as { structuredContent: { id: string; paneId: string } };
    const { id, paneId } = started.structuredContent;
    server.send({
      ...tool(3, 'run_wait', { run: id, timeoutMs: 0 }),
      params: { name: 'run_wait', arguments: { run: id, timeoutMs: 0 }, _meta: { progressToken: 'p' } },
    });
    // It waits as soon as it tells how far it is.
    while (!server.lines.some((line) => line.includes('notifications/progress'))) {
      await once(server.child.stdout as NodeJS.ReadableStream, 'data');
    }
    server.child.stdin?.end();
    expect(await server.ended).toEqual([0, null]);
    expect((await place.server.tmux.panes()).map((pane) => pane.id)).toContain(paneId);
  });

  it.each(['SIGINT', 'SIGTERM'] as const)('ends with 0 at %s', async (signal) => {
    await using place = await mcpPlace();
    const server = serve(place);
    server.send(initialize);
    await server.answer(1);
    server.child.kill(signal);
    expect(await server.ended).toEqual([0, null]);
  });

  it('goes on after lines that are no messages, and says so on stderr', async () => {
    await using place = await mcpPlace();
    const server = serve(place);
    for (const line of ['not JSON', '{}', '[1, 2]', '"x"', `{"jsonrpc":"2.0","id":9,"method":7}`])
      server.send(line);
    server.send(initialize);
    expect(await server.answer(1)).toMatchObject({ result: { serverInfo: { name: 'muxwright' } } });
    server.send(request(2, 'no/such/method'));
    expect(await server.answer(2)).toMatchObject({ error: { code: -32_601 } });
    server.child.stdin?.end();
    expect(await server.ended).toEqual([0, null]);
    expect(server.stderr()).toMatch(/^mux mcp: /);
    expect(server.stderr()).not.toMatch(/^ {4}at /m);
  });

  it('offers what --tools says, resources with them, and refuses words that mean nothing', async () => {
    await using mcp = await openMcp('--tools', 'workspace,pane_kill');
    const names = (await mcp.client.listTools()).tools.map(({ name }) => name);
    expect(names).toContain('workspace_send');
    expect(names).toContain('pane_kill');
    expect(names).not.toContain('workspace_kill');
    expect(names).not.toContain('run_start');
    // Who may not call pane_screen does not see screens by another way.
    expect((await mcp.client.listResources()).resources).toEqual([]);
    expect((await mcp.client.listResourceTemplates()).resourceTemplates).toEqual([]);
    await expect(mcp.client.readResource({ uri: 'muxwright://pane/%250/screen' })).rejects.toThrow(
      'not offered here',
    );

    const { code, stderr } = await mux(['mcp', '--tools', 'worksapce']);
    expect([code, stderr]).toEqual([2, expect.stringContaining("Did you mean 'workspace'?")]);
    const { stdout } = await mux(['mcp', '--tools', 'panes,read-only', '--list', '--json']);
    expect(JSON.parse(stdout).tools.map(({ tool: name }: { tool: string }) => name)).toContain('pane_screen');
  });
});
