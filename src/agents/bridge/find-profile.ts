import type { Screen } from '../../screen/screen.js';
import type { PaneInfo } from '../../tmux/infos.js';
import type { Tmux } from '../../tmux/tmux.js';
import { findProgram, foregroundProcesses } from '../health/foreground-processes.js';
import { INTERPRETERS } from '../health/interpreters.js';
import { type Profile, profileFor } from '../profiles/profile.js';

/** A program is not asked for its name again so soon. */
const KEPT_MS = 5_000;

export interface FindProfileOptions {
  /** What the profile is called, where that is known. */
  readonly name?: string | undefined;
  /** Whether what was seen a moment ago does not count. */
  readonly fresh?: boolean;
}

/**
 * The profile for what runs in a pane. Where its name is only that of an interpreter, and neither title nor screen tell
 * more, the command line of the process is looked at.
 */
export async function findProfile(
  tmux: Tmux,
  profiles: readonly Profile[],
  pane: PaneInfo,
  screen: Screen,
  { name, fresh = false }: FindProfileOptions = {},
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
  ofHost.set(key, { program, at: performance.now() });
  return program;
}
