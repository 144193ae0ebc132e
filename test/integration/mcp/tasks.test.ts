import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { muxArgv } from '../cli/mux.js';
import { type McpPlace, mcpPlace } from './open-mcp.js';

let place: McpPlace;
beforeAll(async () => {
  place = await mcpPlace();
});
afterAll(() => place[Symbol.asyncDispose]());

const TASKS = { extensions: { 'io.modelcontextprotocol/tasks': {} } };
const FORMS = { elicitation: { form: {} } };

interface Task {
  readonly resultType: string;
  readonly taskId: string;
  readonly status: string;
  readonly ttlMs: number;
  readonly inputRequests?: Readonly<Record<string, { readonly params: { readonly message: string } }>>;
  readonly result?: { readonly isError?: boolean; readonly structuredContent?: Record<string, unknown> };
}

/** `mux mcp`, spoken to by hand: no client of the SDK knows tasks. */
function serve(capabilities: object) {
  const [command = '', ...words] = [...muxArgv, 'mcp'];
  const child: ChildProcess = spawn(command, words, { env: place.env, stdio: ['pipe', 'pipe', 'inherit'] });
  const waiting = new Map<number, (message: Record<string, unknown>) => void>();
  createInterface({ input: child.stdout as NodeJS.ReadableStream }).on('line', (line) => {
    const message = JSON.parse(line);
    waiting.get(message.id)?.(message);
  });
  let last = 0;
  const ask = (method: string, params: object): Promise<Record<string, unknown>> => {
    last += 1;
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': capabilities,
    };
    const id = last;
    child.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params: { ...params, _meta } })}\n`);
    return new Promise((resolve) => waiting.set(id, resolve));
  };
  const result = async (method: string, params: object): Promise<Task> => {
    const answer = await ask(method, params);
    if (!answer.result) throw new Error(JSON.stringify(answer));
    return answer.result as Task;
  };
  return {
    child,
    ask,
    result,
    call: (name: string, args: object) => result('tools/call', { name, arguments: args }),
    /** Polls, as a client does, until the task is something else. */
    after: async (taskId: string, status = 'working'): Promise<Task> => {
      for (;;) {
        const task = await result('tasks/get', { taskId });
        if (task.status !== status) return task;
      }
    },
    end: async () => {
      child.stdin?.end();
      await once(child, 'close');
    },
    kill: async () => {
      child.kill('SIGKILL');
      await once(child, 'close');
    },
  };
}

describe('tasks over MCP', () => {
  it('survive a server that is killed between two looks, and are completed by the next one', async () => {
    const first = serve(TASKS);
    const task = await first.call('run_complete', {
      command: 'while [ ! -e "$HOME/go" ]; do sleep 0.1; done; echo went',
    });
    expect(task).toMatchObject({ resultType: 'task', status: 'working', ttlMs: 86_400_000 });
    expect(await first.result('tasks/get', { taskId: task.taskId })).toMatchObject({ status: 'working' });
    await first.kill();
    const second = serve(TASKS);
    expect(await second.result('tasks/get', { taskId: task.taskId })).toMatchObject({ status: 'working' });
    await second.call('run_start', { command: 'touch "$HOME/go"' });
    const done = await second.after(task.taskId);
    expect(done).toMatchObject({ resultType: 'complete', status: 'completed' });
    expect(done.result?.structuredContent).toMatchObject({ state: 'finished', code: 0, output: 'went' });
    // What is completed stays as it is.
    expect(await second.result('tasks/get', { taskId: task.taskId })).toEqual(done);
    await second.end();
  });

  it('ask by their own requests, each with a key of its own, and take the answer once', async () => {
    const server = serve({ ...TASKS, ...FORMS });
    const { taskId } = await server.call('run_complete', {
      command: `printf 'One? [y/n] '; read -r a; printf 'Two? [y/n] '; read -r b; echo "got $a $b"`,
    });
    const one = await server.after(taskId);
    expect(one).toMatchObject({ status: 'input_required' });
    const [[first, request] = []] = Object.entries(one.inputRequests ?? {});
    expect(request?.params.message).toContain('One?');
    const accept = (answer: string) => ({ action: 'accept', content: { answer } });
    await server.result('tasks/update', {
      taskId,
      inputResponses: { 'no-such-key': accept('n'), [String(first)]: accept('y') },
    });
    let two = await server.after(taskId);
    // A key that was answered counts no more.
    await server.result('tasks/update', { taskId, inputResponses: { [String(first)]: accept('y') } });
    two = await server.after(taskId);
    const [[second, other] = []] = Object.entries(two.inputRequests ?? {});
    expect(second).not.toBe(first);
    expect(other?.params.message).toContain('Two?');
    await server.result('tasks/update', { taskId, inputResponses: { [String(second)]: accept('n') } });
    expect((await server.after(taskId)).result?.structuredContent).toMatchObject({
      output: expect.stringContaining('got y n'),
    });
    await server.end();
  });

  it('are cancelled without touching the run', async () => {
    const server = serve(TASKS);
    const started = await server.call('run_start', { command: 'sleep 600' });
    const { id } = (started as { structuredContent?: { id?: string } }).structuredContent ?? {};
    const { taskId } = await server.call('run_wait', { run: id, timeoutMs: 0 });
    expect(await server.result('tasks/cancel', { taskId })).toMatchObject({ resultType: 'complete' });
    expect(await server.result('tasks/get', { taskId })).toMatchObject({ status: 'cancelled' });
    const status = await server.call('run_status', { run: id });
    expect(status).toMatchObject({ structuredContent: { state: 'running' } });
    await server.end();
  });

  it('are made for nobody who did not declare them, and found by nobody else', async () => {
    const server = serve({});
    const answer = await server.call('run_complete', { command: 'sleep 600', waitMs: 1 });
    expect(answer).toMatchObject({ resultType: 'complete', structuredContent: { state: 'running' } });
    expect(await server.ask('tasks/get', { taskId: 'task-x' })).toMatchObject({
      error: { code: -32_021, data: { requiredCapabilities: TASKS } },
    });
    await server.end();
    const declaring = serve(TASKS);
    for (const method of ['tasks/get', 'tasks/cancel', 'tasks/update'])
      expect(await declaring.ask(method, { taskId: 'task-x', inputResponses: {} })).toMatchObject({
        error: { code: -32_602, message: expect.stringContaining("no task 'task-x'") },
      });
    await declaring.end();
  });
});
