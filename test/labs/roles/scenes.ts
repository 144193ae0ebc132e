import type { Scene } from './scene.js';
import { debianScenes } from './scenes-debian.js';
import { npmScenes } from './scenes-npm.js';

/** All programs of the lab. */
export const scenes: readonly Scene[] = [...debianScenes, ...npmScenes];

/** Which half a program is in; all of its screens are in the same one. */
export function halfOf(program: string): Scene['half'] {
  return scenes.find((scene) => scene.program === program)?.half ?? 'held';
}

/** Whether a program only shows text. */
export function isCalm(program: string): boolean {
  return scenes.some((scene) => scene.program === program && scene.calm === true);
}
