import { foregroundProcesses, type Profile } from '../../panes/index.js';
import { checkHealth } from '../../status/index.js';
import type { AgentRecord } from '../../store/index.js';
import { lost, type VerifiedPane } from './agent-places.js';
import type { AgentServices } from './agent-services.js';

/**
 * Makes sure that the agent itself would get what is typed: after its end the shell that it was started from is in the
 * foreground of the same pane, and would carry the text out. Fails with `AGENT_PANE_LOST`.
 */
export async function requireInFront(
  services: Pick<AgentServices, 'config' | 'context'>,
  agent: AgentRecord,
  { tmux, paneId }: VerifiedPane,
): Promise<void> {
  const { agentPid, command } = agent.metadata;
  const programs = await programsOf(services.context, agent.profile);
  const health = await checkHealth(tmux, paneId, {
    programs,
    timeoutMs: services.config.subprocessTimeoutMs,
  });
  if (programs && health.running) return;
  if (typeof agentPid === 'number' && health.panePid !== undefined) {
    const processes = await foregroundProcesses(tmux.host, [health.panePid]);
    if (processes.get(health.panePid)?.some(({ pid }) => pid === agentPid)) return;
  } else if (typeof command === 'string') {
    // Registered by hand: what the person pointed at.
    if (health.command === command && !health.dead) return;
  } else if (!programs) return;
  throw lost(agent, `it is not in the foreground of its pane ${paneId}: ${health.evidence}`);
}

/**
 * The name of the program in the foreground that stands for an agent which is registered by hand; `undefined` where its
 * profile says better what it is, or where it is a shell that the agent may yet be started from.
 */
export async function commandToKeep(
  services: Pick<AgentServices, 'config' | 'context' | 'places'>,
  host: string,
  paneId: string,
  profile: string | undefined,
): Promise<string | undefined> {
  const programs = await programsOf(services.context, profile);
  const health = await checkHealth(await services.places.tmux(host), paneId, {
    programs,
    timeoutMs: services.config.subprocessTimeoutMs,
  });
  if (programs && (health.running || SHELLS.test(health.command ?? ''))) return undefined;
  return health.command;
}

const SHELLS = /^-?(?:ba|da|z|k|mk|fi|tc|c|a|pw|nu)?sh$/;

/** The programs that an agent of a profile is; `undefined` where any program may be one. */
export async function programsOf(
  source: { profiles(): Promise<readonly Profile[]> },
  profile: string | undefined,
): Promise<readonly string[] | undefined> {
  if (profile === undefined) return undefined;
  const programs = (await source.profiles()).find(({ name }) => name === profile)?.programs;
  return programs?.length ? programs : undefined;
}
