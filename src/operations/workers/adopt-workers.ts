import { Deadline } from '../../model/index.js';
import { identifyPane } from '../../panes/index.js';
import type { AgentRecord, WorkerRecord } from '../../store/index.js';
import type { BaseRuntime } from '../base-runtime.js';

export interface AdoptOptions {
  readonly signal: AbortSignal;
  /** Only the workers there. */
  readonly host?: string | undefined;
  /** Only the worker that is this run: it is looked at anew. */
  readonly runId?: string | undefined;
}

/**
 * Makes agents of the workers that are one, under their names: so what they ask is seen, told of, in the inbox, and
 * answered as that of any agent. Workers that are something else stay what they are: their questions are those of runs.
 */
export async function adoptWorkers(runtime: BaseRuntime, options: AdoptOptions): Promise<void> {
  const { signal, host, runId } = options;
  const { workers, agents } = await runtime.store();
  const running = (await workers.list()).filter(
    (worker) =>
      worker.state === 'running' &&
      (host === undefined || worker.host === host) &&
      (runId === undefined || worker.runId === runId),
  );
  if (running.length === 0) return;
  const live = await agents.list({ live: true });
  const others = running.filter((worker) => !live.some((agent) => isIn(agent, worker)));
  await Promise.all(
    others.map(async (worker) => {
      using deadline = new Deadline({ what: `Looking at ${worker.name}`, timeoutMs: LOOK_MS, signal });
      // One that has just ended, or whose host does not answer, keeps nobody from the others.
      await deadline.race(adopt(runtime, worker, runId !== undefined)).catch(() => {});
    }),
  );
}

const LOOK_MS = 4_000;

function isIn(agent: AgentRecord, { host, paneId }: WorkerRecord): boolean {
  return agent.host === host && agent.tmuxPaneId === paneId;
}

async function adopt(runtime: BaseRuntime, worker: WorkerRecord, fresh: boolean): Promise<void> {
  const { host, paneId } = worker;
  if (paneId === undefined) return;
  const tmux = await runtime.connect(host);
  const { profile } = await identifyPane(tmux, paneId, await runtime.profiles(), { fresh });
  if (profile.programs.length === 0) return;
  const registry = await runtime.agents();
  const before = await registry.list({ live: true });
  const isFree = before.every(({ name }) => name !== worker.name);
  const agent = await registry.register({
    host,
    paneId,
    profile: profile.name,
    ...(isFree && { name: worker.name }),
  });
  // Another process may have done the same in the same moment: one of the two stays.
  const twins = (await registry.list({ live: true })).filter((one) => isIn(one, worker));
  if (twins.some(({ id }) => id < agent.id)) await registry.remove(agent.id);
}
