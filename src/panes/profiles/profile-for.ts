import { basename } from 'node:path';
import { MuxError } from '../../model/index.js';
import type { Screen } from '../../screen/index.js';
import type { Profile } from './profile-shape.js';
import { inVersionRange } from './version-range.js';

/** What is known about the program in a pane. */
export interface ProfileFacts {
  /** The command in the foreground of the pane, or the path of its program. */
  readonly command: string;
  readonly title: string;
  readonly version?: string;
  /** The profile that somebody asked for. */
  readonly name?: string;
  /** What the pane shows: a program that runs in `node` may say its name and version there. */
  readonly screen?: Screen;
}

/**
 * The profile for a program: the one asked for by name, else the one that knows the command, the title or a row of
 * the screen, and its version. `generic` where none does.
 *
 * @example
 * profileFor(profiles, { command: 'claude', title: '✳ Claude Code' }).name; // 'claude-code'
 */
export function profileFor(profiles: readonly Profile[], facts: ProfileFacts): Profile {
  const { name } = facts;
  if (name !== undefined) return named(profiles, name, facts.version);
  const own = profiles.filter(({ guard }) => !guard);
  const projects = profiles.filter(({ guard }) => guard);
  const known =
    firstKnown(own, facts, [knowsCommand, knowsTitle, knowsScreen]) ??
    firstKnown(projects, facts, [knowsCommand]);
  return known ?? named(profiles, 'generic', undefined);
}

type Knows = (profile: Profile, facts: ProfileFacts) => Seen | undefined;

function firstKnown(
  profiles: readonly Profile[],
  facts: ProfileFacts,
  ways: readonly Knows[],
): Profile | undefined {
  for (const knows of ways) {
    const found = profiles.find((profile) => {
      const seen = knows(profile, facts);
      return seen !== undefined && fits(profile, facts.version ?? seen.version);
    });
    if (found) return found;
  }
  return undefined;
}

function named(profiles: readonly Profile[], name: string, version: string | undefined): Profile {
  const candidates = profiles.filter((profile) => profile.name === name);
  const profile = candidates.find((each) => fits(each, version)) ?? candidates[0];
  if (profile) return profile;
  const names = [...new Set(profiles.map((each) => each.name))].join(', ');
  throw new MuxError('PROFILE_NOT_FOUND', `There is no profile ${JSON.stringify(name)}.`, {
    suggestion: `Use one of: ${names}.`,
    details: { name },
  });
}

interface Seen {
  readonly version?: string | undefined;
}

function knowsCommand(profile: Profile, facts: ProfileFacts): Seen | undefined {
  if (!profile.programs.includes(basename(facts.command))) return undefined;
  return { version: knowsScreen(profile, facts)?.version };
}

function knowsTitle(profile: Profile, facts: ProfileFacts): Seen | undefined {
  return profile.titles.some((title) => title.test(facts.title)) ? {} : undefined;
}

function knowsScreen({ banner }: Profile, { screen }: ProfileFacts): Seen | undefined {
  if (!banner || !screen) return undefined;
  for (const row of screen.rows) {
    const match = banner.exec(row);
    if (match) return { version: match.groups?.version };
  }
  return undefined;
}

/** A version that nobody knows fits. */
function fits(profile: Profile, version: string | undefined): boolean {
  return version === undefined || profile.versions === undefined || inVersionRange(version, profile.versions);
}
