export { type LoadProfilesOptions, loadProfiles } from './load-profiles.js';
export { type ProfileFacts, profileFor } from './profile-for.js';
export type { Profile, ScreenRule } from './profile-shape.js';
