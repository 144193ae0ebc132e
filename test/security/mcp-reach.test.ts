import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allOperations } from '../../src/operations/families.js';
import { operationScopes } from '../../src/operations/tokens/operation-scopes.js';
import { muxArgv } from '../integration/cli/mux.js';
import { type McpPlace, mcpPlace } from '../integration/mcp/open-mcp.js';
import type { Answer } from '../integration/operations/open-operations.js';
import { openReachBed, type ReachBed } from './reach-bed.js';

const SSH = 'ssh://root@192.0.2.1';
const long = { timeout: 120_000 };

async function ask(client: Client, name: string, input: object = {}): Promise<string> {
  const result = (await client.callTool({ name, arguments: { ...input } }, undefined, long)) as Answer;
  return JSON.stringify(result.isError ? result.content : result.structuredContent);
}

async function failure(work: Promise<unknown>): Promise<string> {
  return work.then(
    (answer) => `answered ${JSON.stringify(answer)}`,
    (error: unknown) => String(error),
  );
}

describe('a model over HTTP', () => {
  let bed: ReachBed;
  beforeAll(async () => {
    bed = await openReachBed();
  });
  afterAll(() => bed[Symbol.asyncDispose]());

  async function connect(token: string): Promise<Client> {
    const transport = new StreamableHTTPClientTransport(
      new URL(`${bed.open.url}/mcp?tools=all,destructive`),
      {
        requestInit: { headers: { authorization: `Bearer ${token}` } },
      },
    );
    const client = new Client({ name: 'test', version: '1.0.0' });
    // The declared types differ in what may be undefined, and in nothing else.
    await client.connect(transport as Parameters<Client['connect']>[0], long);
    return client;
  }

  it('reaches with its tools and resources no host that its token does not, and starts no SSH client', async () => {
    const client = await connect(await bed.token({ scopes: ['control'] }));
    const operations = (await allOperations()).filter(
      ({ faces, kind, input }) => faces.includes('mcp') && kind === 'call' && 'host' in input.shape,
    );
    for (const { name, examples, input } of operations) {
      // Who administers reaches every host.
      if ('hosts' in input.shape || operationScopes.admin.includes(name)) continue;
      const given = { ...(examples[0]?.input as object), host: SSH };
      expect(await ask(client, name.replaceAll(/[.-]/g, '_'), given), name).toContain('HOST_NOT_ALLOWED');
    }
    const uri = `muxwright://pane/%251/screen?host=${encodeURIComponent(SSH)}`;
    expect(await failure(client.readResource({ uri }, long))).toContain('may not reach');
    expect(await failure(client.subscribeResource({ uri }, long))).toContain('may not reach');
    expect(await bed.sshStarts()).toEqual([]);
    await client.close();
  });

  it('sees and follows only what is in the session of its token', async () => {
    const { host } = bed.open.here;
    const start = { host, command: 'echo said; sleep 600', login: false, interactive: false };
    const inside = await bed.open.call('run.start', { ...start, session: 'work' });
    const hidden = await bed.open.call('run.start', { ...start, session: 'private' });
    const client = await connect(await bed.token({ hosts: [host], sessions: ['work'] }));
    const log = (id: string): string => `muxwright://run/${id}/log`;
    const { resources } = await client.listResources({}, long);
    expect(resources.map(({ uri }) => uri)).toContain(log(inside.id));
    expect(JSON.stringify(resources)).not.toContain(hidden.id);
    await client.subscribeResource({ uri: log(inside.id) }, long);
    expect(await failure(client.readResource({ uri: log(hidden.id) }, long))).toContain('may not reach');
    expect(await failure(client.subscribeResource({ uri: log(hidden.id) }, long))).toContain('may not reach');
    expect(await ask(client, 'pane_screen', { target: hidden.id })).toContain('TARGET_NOT_ALLOWED');
    await client.close();
  });
});

describe('mux mcp with limits', () => {
  let place: McpPlace;
  let folder: string;
  beforeAll(async () => {
    place = await mcpPlace();
    folder = await mkdtemp(join(tmpdir(), 'mux-mcp-reach-'));
    await writeFile(join(folder, 'ssh'), `#!/bin/sh\necho "$*" >>'${folder}/ssh.log'\nexit 255\n`);
    await chmod(join(folder, 'ssh'), 0o755);
  });
  afterAll(async () => {
    await place[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  });

  async function serve(...args: readonly string[]): Promise<Client> {
    const [command = '', ...words] = [...muxArgv, 'mcp', '--tools', 'all', ...args];
    const env = { ...place.env, PATH: `${folder}:${place.env.PATH ?? process.env.PATH}` };
    const client = new Client({ name: 'test', version: '1.0.0' });
    await client.connect(new StdioClientTransport({ command, args: words, env }), long);
    return client;
  }

  it('--host confines the model to these hosts', async () => {
    const client = await serve('--host', 'local');
    expect(await ask(client, 'pane_list')).toContain('"sessions"');
    const refused = await ask(client, 'pane_list', { host: SSH });
    expect(refused).toContain('HOST_NOT_ALLOWED');
    expect(refused).toContain('Start mux mcp with --host');
    expect(await ask(client, 'pane_list', { host: 'local?socket=other' })).toContain('HOST_NOT_ALLOWED');
    expect(await ask(client, 'workspace_list', { host: 'docker://sandbox' })).toContain('HOST_NOT_ALLOWED');
    await client.close();
    expect(await readFile(join(folder, 'ssh.log'), 'utf8').catch(() => '')).toBe('');
  });

  it('--session and --tag confine it to what is there', async () => {
    const client = await serve('--host', 'local', '--session', 'work', '--tag', 'ci');
    const run = { command: 'sleep 600', login: false, interactive: false };
    expect(await ask(client, 'run_start', run)).toContain('TARGET_NOT_ALLOWED');
    expect(await ask(client, 'run_start', { ...run, session: 'work' })).toContain('TARGET_NOT_ALLOWED');
    const started = JSON.parse(await ask(client, 'run_start', { ...run, session: 'work', tags: ['ci'] }));
    const tree = await ask(client, 'pane_list');
    expect(tree).toContain(started.paneId);
    expect(JSON.parse(tree).sessions).toHaveLength(1);
    const [other = ''] = await place.server.tmux.command('new-session', '-dP', '-F', '#{pane_id}');
    expect(await ask(client, 'pane_screen', { target: other })).toContain('TARGET_NOT_ALLOWED');
    await client.close();
  });

  it('reaches every host without limits', async () => {
    const client = await serve();
    expect(await ask(client, 'pane_list', { host: SSH })).toContain('HOST_UNREACHABLE');
    expect(await readFile(join(folder, 'ssh.log'), 'utf8')).toContain('192.0.2.1');
    await client.close();
  });
});
