import type { Agents } from '../../agents/registry/agents.js';
import { Deadline, isMuxError } from '../../model/index.js';
import type { BaseRuntime } from '../base-runtime.js';
import { outside } from '../reach/current-confinement.js';

/**
 * The agents, when what hooks have told by now was taken in and every screen was looked at. A host that does not answer
 * in time keeps nobody from hearing of the others.
 */
export async function currentAgents(runtime: BaseRuntime, signal: AbortSignal): Promise<Agents> {
  const agents = await runtime.agents();
  using deadline = new Deadline({ what: 'Checking the agents', timeoutMs: ANSWER_MS, signal });
  try {
    await deadline.race(look(agents));
  } catch (error) {
    if (!isMuxError(error, 'TIMEOUT')) throw error;
  }
  return agents;
}

const ANSWER_MS = 5_000;

const looks = new WeakMap<Agents, Promise<Agents>>();

/** Many may ask at the same time. */
function look(agents: Agents): Promise<Agents> {
  const under = looks.get(agents);
  if (under) return under;
  // Of all of them, for every caller.
  const begun = outside(() => agents.start()).finally(() => looks.delete(agents));
  looks.set(agents, begun);
  return begun;
}
