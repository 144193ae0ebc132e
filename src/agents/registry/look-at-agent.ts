import type { StyledScreen } from '../../screen/styled-screen.js';
import type { AgentRecord } from '../../store/agent-record.js';
import type { Tmux } from '../../tmux/tmux.js';
import { findProfile } from '../bridge/find-profile.js';
import { type AgentScreen, classifyScreen } from '../profiles/classify-screen.js';
import type { Profile } from '../profiles/profile.js';

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
): Promise<AgentLook> {
  const pane = tmux.pane(paneId);
  const [info, screen] = await Promise.all([pane.info(), pane.styledScreen()]);
  const profile = await findProfile(tmux, profiles, info, screen, { name: agent.profile });
  return { profile, screen: classifyScreen(profile, screen), seen: screen };
}
