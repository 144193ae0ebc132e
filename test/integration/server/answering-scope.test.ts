import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AgentHome, eventually } from '../agents/asking-agent.js';
import type { Answer } from '../operations/open-operations.js';
import { type OpenServer, openServer } from './open-server.js';

let open: OpenServer;
let token: string;
beforeAll(async () => {
  open = await openServer();
  token = await open.tokenFor('respond');
});
afterAll(() => open[Symbol.asyncDispose]());

async function start(command: string): Promise<string> {
  const { host } = open.here;
  return (await open.call('run.start', { command, host, login: false, interactive: false })).id;
}

async function asking(command: string): Promise<Answer> {
  const run = await start(command);
  return eventually(async () => {
    const status = await open.call('run.status', { run });
    return status.state === 'waiting-for-input' ? status : undefined;
  });
}

/** Over HTTP and over MCP, with a token that may only answer. */
const faces = {
  http: async (name: string, input: Readonly<Record<string, unknown>>): Promise<string> => {
    const response = await open.fetch(`/api/operations/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(input),
    });
    const body = (await response.json()) as Answer;
    return response.ok ? 'ok' : body.code;
  },
  mcp: async (name: string, input: Readonly<Record<string, unknown>>): Promise<string> => {
    const transport = new StreamableHTTPClientTransport(new URL(`${open.url}/mcp?tools=all`), {
      requestInit: { headers: { authorization: `Bearer ${token}` } },
    });
    const client = new Client({ name: 'test', version: '1.0.0' });
    // The declared types differ in what may be undefined, and in nothing else.
    await client.connect(transport as Parameters<Client['connect']>[0]);
    try {
      const tool = name.replace('.', '_');
      const { tools } = await client.listTools();
      if (!tools.some((one) => one.name === tool)) return 'no tool';
      const result = (await client.callTool({ name: tool, arguments: { ...input } })) as Answer;
      return result.isError ? (JSON.stringify(result).match(/[A-Z]+_[A-Z_]+|FORBIDDEN/)?.[0] ?? '') : 'ok';
    } finally {
      await client.close();
    }
  },
};

describe.each(['http', 'mcp'] as const)('a token that may only answer, over %s', (face) => {
  const post = faces[face];

  it('answers a run that asks, where it names the question', async () => {
    const { id, fingerprint } = await asking(`printf 'Your name? '; read name; echo "hello $name"; sleep 60`);
    expect(await post('run.input', { run: id, text: 'Ada' })).toBe('INVALID_ARGUMENT');
    expect(await post('run.input', { run: id, text: 'Ada', fingerprint: 's1.other' })).toBe(
      'QUESTION_CHANGED',
    );
    expect(await post('run.input', { run: id, text: 'Ada', fingerprint })).toBe('ok');
    expect((await open.call('run.wait', { run: id, until: 'text', text: 'hello' })).line).toBe('hello Ada');
    await open.call('run.end', { run: id });
  });

  it('types nothing into a run that works', async () => {
    const run = await start('cat >/dev/null & sleep 600');
    await eventually(async () => {
      const { state } = await open.call('run.status', { run });
      return state === 'running' ? true : undefined;
    });
    const { fingerprint } = await open.call('pane.screen', { target: run });
    expect(await post('run.input', { run, text: 'rm -rf /', fingerprint: fingerprint ?? 's1.x' })).toBe(
      'FORBIDDEN',
    );
    expect((await open.call('pane.screen', { target: run })).text).toBe('');
    await open.call('run.end', { run });
  });

  it('types nothing into a shell that waits for commands', async () => {
    const { id } = await asking('PS1="shell> " exec sh');
    const status = await eventually(async () => {
      const now = await open.call('run.status', { run: id });
      return now.idle ? now : undefined;
    });
    expect(status.fingerprint).toBeUndefined();
    expect(await post('run.input', { run: id, text: 'touch here', fingerprint: 's1.x' })).toBe('FORBIDDEN');
    expect((await open.call('pane.screen', { target: id })).text).toBe('shell>');
    await open.call('run.end', { run: id });
  });

  it.each([
    ['pane.keys', { keys: ['y'] }],
    ['pane.send', { text: 'y' }],
  ])('has no leave for %s, question or not', async (name, input) => {
    const { id, fingerprint } = await asking(`printf 'Go? '; read x; sleep 60`);
    expect(await post(name, { target: id, ...input, fingerprint })).toBe(
      face === 'http' ? 'FORBIDDEN' : 'no tool',
    );
    await open.call('run.end', { run: id });
  });

  it('chooses an option of an agent only by the question that it names, and may send words to one whose turn is over', async () => {
    await using home = await AgentHome.make();
    const ask = { title: 'Do you want to proceed?', about: 'ls -la', options: ['Yes', 'No'] };
    const agent = await home.start(open.here.server, { ask, atOnce: true });
    const { host } = open.here;
    await open.call('agent.register', { target: agent.pane.id, host, name: face, profile: 'claude-code' });
    const { prompt } = await open.call('agent.status', { target: face });
    const yes = { agent: face, text: '1', mode: 'option' };
    expect(await post('agent.respond', yes)).toBe('INVALID_ARGUMENT');
    expect(await agent.told()).toEqual([]);
    expect(await post('agent.respond', { ...yes, fingerprint: prompt.fingerprint })).toBe('ok');
    expect(await agent.told()).toEqual([{ chosen: 'Yes' }]);
    await eventually(async () => {
      const { state } = await open.call('agent.status', { target: face });
      return state === 'AWAITING_INPUT' ? true : undefined;
    });
    expect(await post('agent.respond', { agent: face, text: 'and now the tests' })).toBe('ok');
    await open.call('agent.remove', { agent: face });
    await agent.pane.kill();
  });
});

describe('the dashboard', () => {
  it('has to name the question, too, though it may do more', async () => {
    const { id, fingerprint } = await asking(`printf 'Go? '; read x; echo "went $x"; sleep 60`);
    const cookie = await open.signIn();
    const post = async (input: unknown): Promise<number> => {
      const response = await open.fetch('/api/operations/run.input', {
        method: 'POST',
        headers: { 'content-type': 'application/json', cookie, origin: open.url },
        body: JSON.stringify(input),
      });
      await response.text();
      return response.status;
    };
    expect(await post({ run: id, text: 'y' })).toBe(400);
    expect(await post({ run: id, text: 'y', fingerprint })).toBe(200);
    await open.call('run.wait', { run: id, until: 'text', text: 'went y' });
    await open.call('run.end', { run: id });
  });
});
