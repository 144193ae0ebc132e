import { classifyScreen, identifyPane, type Profile } from '../panes/index.js';
import type { Run, Status, Verdict } from '../runs/index.js';
import { findInput, type StyledScreen } from '../screen/index.js';
import type { AgentVerdict } from '../status/index.js';
import type { LiveWorker } from './find-worker.js';
import type { WorkerServices } from './worker-services.js';

/**
 * - `busy`: it works, or is still starting
 * - `ready`: it takes input
 * - `asking`: it asks for leave, a choice or a password, and text would be taken for the answer
 */
export type ActivityState = 'busy' | 'ready' | 'asking';

/** What a worker's program does, and how that is known. */
export interface Activity {
  readonly state: ActivityState;
  readonly source: AgentVerdict['source'] | Verdict['source'];
  readonly confidence: Verdict['confidence'];
  /** What was seen, for people, without secrets. */
  readonly detail: string;
}

/** What a worker's screen shows. */
export interface ScreenLook {
  readonly screen: StyledScreen;
  /** What the program is read by: `generic` for one that nobody knows. */
  readonly profile: Profile;
  /** Whether it is a program that has an input box of its own, and so more than a line program. */
  readonly hasBox: boolean;
}

export interface ActivityLook extends ScreenLook {
  readonly activity: Activity;
}

/** Looks once: at the screen, by the profile of the program, and for programs that nobody knows at the kernel. */
export async function lookAtActivity(services: WorkerServices, live: LiveWorker): Promise<ActivityLook> {
  const look = await lookAtScreen(services, live);
  const { profile, screen, hasBox } = look;
  const activity = isAgent(profile)
    ? agentActivity(profile, screen)
    : plainActivity(await live.run.status(), profile, screen, hasBox);
  return { ...look, activity: hidden(activity, live.run) };
}

export async function lookAtScreen(
  services: Pick<WorkerServices, 'profiles'>,
  { tmux, pane }: Pick<LiveWorker, 'tmux' | 'pane'>,
): Promise<ScreenLook> {
  const { profile, screen } = await identifyPane(tmux, pane.id, await services.profiles());
  if (isAgent(profile)) return { screen, profile, hasBox: true };
  const place = findInput(screen, profile.input)?.place.kind;
  const hasBox = place !== undefined && place !== 'line' && place !== 'asking';
  return { screen, profile, hasBox };
}

/** Whether the program is one of those that are known. */
export function isAgent({ programs }: Profile): boolean {
  return programs.length > 0;
}

function agentActivity(profile: Profile, screen: StyledScreen): Activity {
  const { state, evidence, confidence } = classifyScreen(profile, screen);
  const by = { source: 'screen', confidence, detail: evidence } as const;
  if (state === 'permission' || state === 'question') return { state: 'asking', ...by };
  return { state: state === 'working' || state === 'unknown' ? 'busy' : 'ready', ...by };
}

/** What a watch has found out about an agent. */
export function watchedActivity(verdict: AgentVerdict, run: Run): Activity {
  return hidden(toActivity(verdict), run);
}

function toActivity({ state, source, confidence, detail, prompt }: AgentVerdict): Activity {
  const by = { source, confidence, detail: prompt?.text || detail };
  if (state === 'IDLE') return { state: 'ready', ...by };
  if (state !== 'AWAITING_INPUT') return { state: 'busy', ...by };
  return { state: prompt === undefined || prompt.kind === 'answer' ? 'ready' : 'asking', ...by };
}

/** The kernel knows whether a program reads; the screen, what it asks. */
function plainActivity(status: Status, profile: Profile, screen: StyledScreen, hasBox: boolean): Activity {
  const { source, confidence } = status;
  if (status.state === 'finished')
    return { state: 'busy', source, confidence, detail: `it has ended with ${status.code}` };
  const seen = classifyScreen(profile, screen);
  const isWaiting = status.state === 'waiting-for-input';
  const asks = seen.state === 'permission' || seen.state === 'question';
  if (asks && (isWaiting || hasBox || confidence !== 'certain')) {
    return {
      state: 'asking',
      source: 'screen',
      confidence: seen.confidence,
      detail: seen.evidence,
    };
  }
  // A program with a box reads its keys also while it works.
  if (seen.state === 'working' && (hasBox || confidence !== 'certain'))
    return { state: 'busy', source: 'screen', confidence: seen.confidence, detail: seen.evidence };
  if (!isWaiting) {
    if (hasBox && confidence !== 'certain')
      return { state: 'ready', source: 'screen', confidence: 'guess', detail: seen.evidence };
    return { state: 'busy', source, confidence, detail: 'it does not wait for input' };
  }
  const detail = status.prompt === undefined ? 'it waits for input' : `it waits for input: ${status.prompt}`;
  return { state: status.kind === 'password' ? 'asking' : 'ready', source, confidence, detail };
}

/** By the rules of the run, and not only by those for everybody. */
function hidden(activity: Activity, run: Run): Activity {
  return { ...activity, detail: run.redact(activity.detail) };
}
