import type { Profile } from './profile-shape.js';

/**
 * What profiles say, by `profileKey`: for these no YAML has to be read. Here there is none; in the bundle of the command
 * line `scripts/lib/worked-out.mjs` fills in the ones that are shipped.
 */
export const knownProfiles: Readonly<Record<string, Profile>> = {};
