import type { Profile } from './profile-shape.js';

/**
 * Compiled profiles by `profileKey`, which need no YAML parsing. This list is empty; in the bundle of the command
 * line `scripts/lib/worked-out.mjs` fills in the shipped profiles.
 */
export const knownProfiles: Readonly<Record<string, Profile>> = {};
