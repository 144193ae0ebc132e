import type { Agents } from '../agents/registry/agents.js';
import type { Runs } from '../runs/runs.js';
import type { ChatSessions } from '../sessions/chat-sessions.js';
import type { Tmux } from '../tmux/index.js';
import type { Workers } from '../workers/workers.js';
import type { Workspace } from '../workspace/workspace.js';
import type { RuntimeOptions } from './base-runtime.js';
import { Runtime } from './runtime.js';

export interface MuxOptions extends RuntimeOptions {}

/** The five services on one store and one connection to each tmux server, as the command line and the server use them. */
export interface Mux extends AsyncDisposable {
  /** Commands in windows of their own. */
  readonly runs: Runs;
  /** Agents in panes: what they do, and answers to their questions. */
  readonly agents: Agents;
  /** Programs with names. */
  readonly workers: Workers;
  /** One session with windows and panes, for a language model. */
  readonly workspace: Workspace;
  /** One session for each chat. */
  readonly chatSessions: ChatSessions;
  /** The connection to the tmux server of a host, which stays open until this is closed. */
  connect(host?: string): Promise<Tmux>;
  /** Ends connections and watches. Everything that runs in tmux keeps running. */
  close(): Promise<void>;
}

/**
 * Opens the five services together, with the configuration of `muxwright.yaml` and the default store.
 *
 * @example
 * await using mux = await openMux({ host: 'docker://sandbox' });
 * const run = await mux.runs.start('npm test');
 * await mux.workers.spawn('api', ['claude'], { readyWait: true });
 */
export async function openMux(options: MuxOptions = {}): Promise<Mux> {
  const runtime = new Runtime(options);
  try {
    const [runs, agents, workers, workspace, chatSessions] = await Promise.all([
      runtime.runs(),
      runtime.agents(),
      runtime.workers(),
      runtime.workspace({}),
      runtime.sessions(),
    ]);
    const close = (): Promise<void> => runtime.close();
    const connect = (host = options.host ?? 'local'): Promise<Tmux> => runtime.connect(host);
    return { runs, agents, workers, workspace, chatSessions, connect, close, [Symbol.asyncDispose]: close };
  } catch (error) {
    await runtime.close();
    throw error;
  }
}
