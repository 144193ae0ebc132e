import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadModule, MuxError, readRegularFile } from '../../model/index.js';
import { knownProfiles } from './known-profiles.js';
import { profileKey } from './profile-key.js';
import type { Profile } from './profile-shape.js';
import { projectProfile } from './project-profile.js';

export interface LoadProfilesOptions {
  /** Folders with profiles of the user's own. The first one goes before the others, all before those shipped. */
  readonly folders?: readonly string[];
  /** Folders with profiles of a project. They are for programs that no other profile knows. */
  readonly projectFolders?: readonly string[];
}

/**
 * Reads all profiles: those in the user's folders, then the ones that come with muxwright. One with the same name
 * and range of versions as an earlier one is left out, so that the user's takes its place.
 *
 * @example
 * const profiles = await loadProfiles({ folders: ['./profiles'] });
 */
export async function loadProfiles(options: LoadProfilesOptions = {}): Promise<readonly Profile[]> {
  const profiles: Profile[] = [];
  for (const folder of [...(options.folders ?? []), shipped]) {
    for (const profile of await (folder === shipped ? shippedProfiles() : profilesIn(folder))) {
      if (!profiles.some((earlier) => replaces(earlier, profile))) profiles.push(profile);
    }
  }
  const own = [...profiles];
  for (const folder of options.projectFolders ?? []) {
    for (const profile of await profilesIn(folder)) profiles.push(projectProfile(profile, own));
  }
  return profiles;
}

/** As far below the root in `src` as in `dist`. */
const shipped = fileURLToPath(new URL('../../../profiles/', import.meta.url));

/** They do not change while this process runs, and to read them takes a tenth of a second. */
function shippedProfiles(): Promise<readonly Profile[]> {
  once ??= profilesIn(shipped);
  return once;
}

let once: Promise<readonly Profile[]> | undefined;

function replaces(earlier: Profile, profile: Profile): boolean {
  if (earlier.name !== profile.name) return false;
  return earlier.versions === undefined || earlier.versions === profile.versions;
}

async function profilesIn(folder: string): Promise<Profile[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    throw new MuxError('FILE_NOT_FOUND', `The profile folder ${folder} cannot be read.`, {
      suggestion: 'Create the folder, or remove it from the configuration.',
      details: { folder },
      cause: error,
    });
  });
  const files = names.filter((name) => /\.(?:ya?ml|json)$/u.test(name)).sort();
  const profiles = files.map(async (name) => {
    const path = join(folder, name);
    const bytes = await readRegularFile(path, { maxBytes: MAX_BYTES });
    return readProfile(bytes.toString('utf8'), path);
  });
  return Promise.all(profiles);
}

const MAX_BYTES = 1024 * 1024;

async function readProfile(text: string, path: string): Promise<Profile> {
  const known = knownProfiles[profileKey(text)];
  if (known) return { ...known, source: path };
  // The YAML parser is large, and most programs never read a profile.
  const { parseProfile } = await loadModule(() => import('./parse-profile.js'));
  return parseProfile(text, path, { shipped: path.startsWith(shipped) });
}
