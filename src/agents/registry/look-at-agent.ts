import type { CallOptions } from '../../model/deadline.js';
import { identifyPane } from '../../panes/identify-pane.js';
import { type AgentScreen, classifyScreen } from '../../panes/profiles/classify-screen.js';
import type { Profile } from '../../panes/profiles/profile.js';
import type { StyledScreen } from '../../screen/styled-screen.js';
import type { AgentRecord } from '../../store/agent-record.js';
import type { Tmux } from '../../tmux/tmux.js';

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
