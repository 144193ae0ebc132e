export { type LoadProfilesOptions, loadProfiles } from './load-profiles.js';
export { profileFor } from './profile-for.js';
export type { Profile } from './profile-shape.js';
