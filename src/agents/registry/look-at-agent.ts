import type { CallOptions } from '../../model/index.js';
import { type AgentScreen, classifyScreen, identifyPane, type Profile } from '../../panes/index.js';
import type { StyledScreen } from '../../screen/index.js';
import type { AgentRecord } from '../../store/index.js';
import type { Tmux } from '../../tmux/index.js';

export interface AgentLook {
  readonly profile: Profile;
  readonly screen: AgentScreen;
  /** What it was read from. */
  readonly seen: StyledScreen;
}

/** What the agent's screen shows now, read by its profile. */
export async function lookAtAgent(
  tmux: Tmux,
  paneId: string,
  agent: Pick<AgentRecord, 'profile'>,
  profiles: readonly Profile[],
  options: CallOptions = {},
): Promise<AgentLook> {
  const identified = await identifyPane(tmux, paneId, profiles, { ...options, name: agent.profile });
  const { profile, screen } = identified;
  return { profile, screen: classifyScreen(profile, screen), seen: screen };
}
