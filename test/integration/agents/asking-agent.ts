import { mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Agents } from '../../../src/agents/registry/agents.js';
import type { AgentsOptions } from '../../../src/agents/registry/agents-options.js';
import { openStore } from '../../../src/store/open-store.js';
import type { Store } from '../../../src/store/store.js';
import type { IsolatedTmux } from '../../../src/testing/index.js';
import type { Pane } from '../../../src/tmux/pane.js';

const fixture = fileURLToPath(new URL('./fixtures/asking-agent.mjs', import.meta.url));

export interface Question {
  readonly title: string;
  readonly about?: string;
  readonly options: readonly string[];
  readonly other?: 'line' | 'opens' | 'inside';
}

export interface AskingAgentOptions {
  readonly hook?: string;
  readonly session?: string;
  readonly ask?: Question;
  readonly atOnce?: boolean;
  readonly next?: Question;
  readonly vanishes?: boolean;
  /** Whether it was started from a shell, which is there after it. */
  readonly inShell?: boolean;
  readonly swallow?: number;
  readonly stuck?: boolean;
  readonly skips?: boolean;
  readonly workMs?: number;
}

/** A scripted agent in a pane, and what it says that it was told. */
export interface AskingAgent {
  readonly pane: Pane;
  told(): Promise<Record<string, unknown>[]>;
}

/** A folder with a store, for a test. */
export class AgentHome implements AsyncDisposable {
  readonly folder: string;
  readonly store: Store;
  #agents = 0;

  private constructor(folder: string, store: Store) {
    this.folder = folder;
    this.store = store;
  }

  static async make(): Promise<AgentHome> {
    const folder = await mkdtemp(join(tmpdir(), 'muxwright-agents-'));
    // By its name it is known among processes.
    await symlink(fixture, join(folder, 'claude.mjs'));
    return new AgentHome(folder, await openStore({ path: join(folder, 'muxwright.db') }));
  }

  /** The folder for hooks. */
  get hooks(): string {
    return join(this.folder, 'hooks');
  }

  agents(options: AgentsOptions = {}): Agents {
    // A busy machine may be slow to answer.
    const config = { subprocessTimeoutMs: 60_000, ...options.config };
    return new Agents({ store: this.store, ...options, config });
  }

  /** How the scripted agent is started, and what it says that it was told. */
  program(options: AskingAgentOptions): Pick<AskingAgent, 'told'> & { readonly argv: readonly string[] } {
    const log = join(this.folder, `told-${++this.#agents}.jsonl`);
    return {
      argv: [process.execPath, join(this.folder, 'claude.mjs'), JSON.stringify({ ...options, log })],
      told: async () => {
        const text = await readFile(log, 'utf8').catch(() => '');
        return text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]));
      },
    };
  }

  async start({ tmux }: IsolatedTmux, options: AskingAgentOptions = {}): Promise<AskingAgent> {
    const { argv, told } = this.program(options);
    const session = await tmux.ensureSession('main');
    const command = options.inShell ? ['sh', '-c', '"$@"; PS1="shell> " exec sh', 'sh', ...argv] : argv;
    const pane = await session.newWindow({ command });
    await pane.waitForText(options.atOnce ? (options.ask?.title ?? '') : '? for shortcuts', {
      timeoutMs: 120_000,
    });
    return { pane, told };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.store.close();
    await rm(this.folder, { recursive: true, force: true });
  }
}

/** Resolves when `check` gives something. */
export async function eventually<T>(check: () => Promise<T | undefined>, timeoutMs = 120_000): Promise<T> {
  const end = performance.now() + timeoutMs;
  for (;;) {
    const value = await check();
    if (value !== undefined) return value;
    if (performance.now() > end) throw new Error(`It did not happen in time: ${check}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
