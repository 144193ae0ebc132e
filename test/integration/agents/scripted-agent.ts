import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TmuxBridge, TmuxBridgeOptions } from '../../../src/systems/tmux-bridge.js';
import { type IsolatedTmux, isolatedTmux } from '../../../src/testing/isolated-tmux.js';
import type { Pane } from '../../../src/tmux/pane.js';
import { TellingBridge } from '../../agents/telling-bridge.js';

/** What the agent program writes about what it was given. */
export interface AgentEvent {
  readonly at: number;
  readonly type: string;
  readonly text?: string;
  readonly key?: string;
  readonly front?: 'box' | 'dialog';
  readonly answer?: number;
  /** Whether the dialog was on the screen of the terminal when the key was sent. */
  readonly seen?: boolean;
}

export interface ScriptedAgent {
  readonly pane: Pane;
  events(): Promise<AgentEvent[]>;
  /** What was submitted, in order. */
  submitted(): Promise<string[]>;
  /** Names of the keys, without those that are text. */
  keys(): Promise<string[]>;
  /** Ends what SIGUSR2 has begun: that it hangs. */
  goOn(): Promise<void>;
}

/** A server with a bridge to it, and agents that do what a test says. */
export interface AgentServer extends AsyncDisposable {
  readonly server: IsolatedTmux;
  readonly bridge: TmuxBridge;
  start(settings?: Readonly<Record<string, unknown>>): Promise<ScriptedAgent>;
  run(command: readonly string[] | string): Promise<Pane>;
}

const program = fileURLToPath(new URL('./fixtures/agent-tui.mjs', import.meta.url));

export async function agentServer(options: TmuxBridgeOptions = {}): Promise<AgentServer> {
  // In memory where that can be had: agents write there in the midst of races.
  const memory = await mkdtemp('/dev/shm/muxwright-agents-').catch(() => undefined);
  const folder = memory ?? (await mkdtemp(join(tmpdir(), 'muxwright-agents-')));
  const server = await isolatedTmux();
  // A busy machine may be slow to answer; that is tested elsewhere.
  const config = { subprocessTimeoutMs: 60_000, ...options.config };
  const bridge = new TellingBridge({ host: server.tmux, ...options, config });
  let count = 0;

  async function run(command: readonly string[] | string): Promise<Pane> {
    bridge.tellIfTestFails();
    const session = await server.tmux.ensureSession('agents', { size: { width: 100, height: 30 } });
    return session.newWindow({ command });
  }

  async function start(settings: Readonly<Record<string, unknown>> = {}): Promise<ScriptedAgent> {
    count += 1;
    const log = join(folder, `agent-${count}.jsonl`);
    const pane = await run([process.execPath, program, JSON.stringify({ log, ...settings })]);
    const agent: ScriptedAgent = {
      pane,
      events: async () => {
        const text = await readFile(log, 'utf8').catch(() => '');
        return text
          .trimEnd()
          .split('\n')
          .filter(Boolean)
          .map((line) => JSON.parse(line) as AgentEvent);
      },
      submitted: async () =>
        (await agent.events()).filter(({ type }) => type === 'submit').map(({ text = '' }) => text),
      keys: async () => (await agent.events()).flatMap(({ key = '' }) => ([...key].length > 1 ? [key] : [])),
      goOn: () => writeFile(`${log}.goes-on`, ''),
    };
    await pane.waitForText(/❯|Do you want/);
    while ((await agent.events()).length === 0) await new Promise((resolve) => setImmediate(resolve));
    return agent;
  }

  return {
    server,
    bridge,
    start,
    run,
    [Symbol.asyncDispose]: async () => {
      await bridge.close();
      await server[Symbol.asyncDispose]();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
