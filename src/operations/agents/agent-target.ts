import type { AgentRecord } from '../../store/index.js';
import type { BaseRuntime } from '../base-runtime.js';
import { type OpenPane, openPane } from '../panes/open-pane.js';

/** A target, and the agent that is known to be there. */
export interface AgentTarget extends OpenPane {
  readonly agent: AgentRecord | undefined;
}

/** Finds an agent by its id or name, or whatever program is in the pane of a target. */
export async function agentTarget(runtime: BaseRuntime, target: string, host?: string): Promise<AgentTarget> {
  const open = await openPane(runtime, target, host);
  const { agents } = await runtime.store();
  const here = await agents.list({ host: open.host, tmuxPaneId: open.pane.id, live: true });
  const { pid } = await open.pane.info();
  // A pane id comes back after a restart of tmux, and a pane may get another program.
  return { ...open, agent: here.find(({ panePid }) => panePid === undefined || panePid === pid) };
}
