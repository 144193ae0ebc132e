import type { Agents } from '../../src/agents/registry/agents.js';
import { Deadline } from '../../src/model/deadline.js';
import type { AgentEvent } from '../../src/store/agent-event-repository.js';

/** Resolves when an agent has changed to a state. */
export async function untilState(agents: Agents, state: string, timeoutMs = 120_000): Promise<AgentEvent> {
  using deadline = new Deadline({ what: `The state ${state}`, timeoutMs });
  let listener: ((event: AgentEvent) => void) | undefined;
  try {
    return await deadline.race(
      new Promise<AgentEvent>((resolve) => {
        listener = (event) => {
          if (event.data.new_state === state) resolve(event);
        };
        agents.on('state_changed', listener);
      }),
    );
  } finally {
    if (listener) agents.off('state_changed', listener);
  }
}
