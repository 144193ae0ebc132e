import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { invoke } from '../../src/operations/invoke.js';
import type { OperationContext } from '../../src/operations/operation.js';
import { paneScreen } from '../../src/operations/panes/pane-screen.js';
import { Runtime } from '../../src/operations/runtime.js';
import { type Benchmark, milliseconds, OURS } from '../benchmark.js';
import { closing } from '../closing.js';
import { race } from '../race.js';
import { temporaryFolder } from '../temporary-folder.js';

const main = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));

const AT_ONCE = 20;

/** What a call costs a language model through `mux mcp`, beside the operation itself and an answer with nothing in it. */
export const mcp: Benchmark = {
  name: 'mcp',
  unit: 'ms',
  async *run(ground) {
    const { server } = await ground.local();
    const session = await server.tmux.ensureSession('bench-mcp', { command: ['sh', '-c', FILL] });
    const [pane] = await session.panes();
    await server.tmux.pane(pane?.id ?? '').waitForText('line 20');
    const input = { target: pane?.id ?? '', host: server.address };
    await using resources = closing();
    const { path } = resources.add(await temporaryFolder());
    const runtime = resources.add(new Runtime());
    const client = resources.add(await connected(path));
    const context: OperationContext = { runtime, signal: ground.signal, progress: () => {} };
    const byTool = async (): Promise<void> => {
      const { isError, content } = await client.callTool({ name: 'pane_screen', arguments: input });
      if (isError) throw new Error(JSON.stringify(content));
    };
    const direct = (): Promise<unknown> => invoke(paneScreen, input, context);
    const many = (one: () => Promise<unknown>) => () =>
      milliseconds(() => Promise.all(Array.from({ length: AT_ONCE }, one)));
    yield await race(
      'MCP call of pane.screen',
      'ms',
      [
        { name: OURS, role: 'ours', sample: () => milliseconds(byTool) },
        { name: 'the operation itself', role: 'peer', sample: () => milliseconds(direct) },
        { name: 'an empty answer over MCP', role: 'floor', sample: () => milliseconds(() => client.ping()) },
      ],
      ground.effort(24, 60),
    );
    yield await race(
      `${AT_ONCE} MCP calls of pane.screen at once`,
      'ms',
      [
        { name: OURS, role: 'ours', sample: many(byTool) },
        { name: 'the operations themselves', role: 'peer', sample: many(direct) },
      ],
      ground.effort(24, 60),
    );
    await session.kill();
  },
};

const FILL =
  'i=0; while [ $i -lt 20 ]; do i=$((i+1)); echo "line $i of a screen with some text"; done; exec cat';

async function connected(state: string): Promise<Client & AsyncDisposable> {
  const client = new Client({ name: 'bench', version: '1.0.0' });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [main, 'mcp'],
      env: { ...(process.env as Record<string, string>), MUXWRIGHT_HOME: state },
      stderr: 'inherit',
    }),
    { timeout: 120_000 },
  );
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.close() });
}
