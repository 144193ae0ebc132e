import { type CallOptions, Deadline } from '../model/index.js';
import type { Screen, StyledScreen } from '../screen/index.js';
import type { PaneInfo, Tmux } from '../tmux/index.js';
import { findProgram, foregroundProcesses } from './foreground-processes.js';
import { INTERPRETERS } from './interpreters.js';
import { observerOf } from './pane-observer.js';
import { type Profile, profileFor } from './profiles/profile.js';

/** What is in a pane at one moment. */
export interface IdentifiedPane {
  readonly info: PaneInfo;
  readonly screen: StyledScreen;
  /** What the screen is read by: `generic` for a program that no other profile knows. */
  readonly profile: Profile;
}

export interface IdentifyOptions extends CallOptions {
  /** What the profile is called, where that is known. */
  readonly name?: string | undefined;
  /** Whether what was seen a moment ago does not count. */
  readonly fresh?: boolean;
}

/**
 * Finds out which program is in a pane, and what it shows.
 *
 * @example
 * const { profile, screen } = await identifyPane(tmux, '%3', await context.profiles());
 */
export async function identifyPane(
  tmux: Tmux,
  paneId: string,
  profiles: readonly Profile[],
  options: IdentifyOptions = {},
): Promise<IdentifiedPane> {
  const pane = tmux.pane(paneId);
  const { timeoutMs = 0, signal } = options;
  using limit = new Deadline({
    what: `tmux, looking at ${paneId},`,
    timeoutMs,
    ...(signal && { signal }),
  });
  const [info, screen] = await limit.race(Promise.all([pane.info(), observerOf(pane).screen()]));
  const profile = await findProfile(tmux, profiles, info, screen, options);
  return { info, screen, profile };
}

/**
 * The profile for what runs in a pane. Where its name is only that of an interpreter, and neither title nor screen tell
 * more, the command line of the process is looked at.
 */
async function findProfile(
  tmux: Tmux,
  profiles: readonly Profile[],
  pane: PaneInfo,
  screen: Screen,
  { name, fresh = false }: IdentifyOptions,
): Promise<Profile> {
  const facts = { command: pane.command, title: pane.title, screen, ...(name !== undefined && { name }) };
  const profile = profileFor(profiles, facts);
  if (name !== undefined || profile.name !== 'generic' || !mayHideProgram(pane.command)) return profile;
  const program = await programIn(tmux, profiles, pane, fresh);
  return program === undefined ? profile : profileFor(profiles, { ...facts, command: program });
}

/** An interpreter, or a shell that has started the program and waits for it. */
export function mayHideProgram(command: string): boolean {
  return INTERPRETERS.test(command) || /^(?:sh|bash|dash|env)$/.test(command);
}

/** A program is not asked for its name again so soon. */
const KEPT_MS = 5_000;

interface Kept {
  readonly program: string | undefined;
  readonly at: number;
}

const kept = new WeakMap<Tmux, Map<string, Kept>>();

async function programIn(
  tmux: Tmux,
  profiles: readonly Profile[],
  pane: PaneInfo,
  fresh: boolean,
): Promise<string | undefined> {
  const ofHost = kept.get(tmux) ?? new Map<string, Kept>();
  kept.set(tmux, ofHost);
  const key = `${tmux.server?.pid} ${pane.id} ${pane.pid} ${pane.command}`;
  const earlier = ofHost.get(key);
  if (earlier && !fresh && performance.now() - earlier.at < KEPT_MS) return earlier.program;
  // Where processes cannot be looked at, the name is all there is.
  const processes = await foregroundProcesses(tmux.host, [pane.pid]).catch(() => undefined);
  const seen = processes?.get(pane.pid) ?? [];
  const programs = profiles.flatMap((profile) => profile.programs);
  const program = programs.find((one) => findProgram(seen, [one]) !== undefined);
  const now = performance.now();
  for (const [other, { at }] of ofHost) if (now - at >= KEPT_MS) ofHost.delete(other);
  ofHost.set(key, { program, at: now });
  return program;
}
