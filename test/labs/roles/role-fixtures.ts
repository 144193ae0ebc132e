import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { screenFromCapture } from '../../../src/screen/screen-from-capture.js';
import type { StyledScreen } from '../../../src/screen/styled-screen.js';

/** The screens of the lab, a folder for each program. */
export const fixtureFolder = fileURLToPath(new URL('../../fixtures/roles', import.meta.url));

/** What a capture does not tell. */
export type ScreenFacts = Pick<StyledScreen, 'width' | 'height' | 'cursor' | 'alternate'>;

export interface RoleFixture {
  readonly program: string;
  /** `menu-first-80x24` */
  readonly name: string;
  readonly screen: StyledScreen;
}

/** All kept screens, by program and name. */
export function roleFixtures(): RoleFixture[] {
  const folders = readdirSync(fixtureFolder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return folders
    .map(({ name }) => name)
    .sort()
    .flatMap(fixturesOf);
}

function fixturesOf(program: string): RoleFixture[] {
  const folder = `${fixtureFolder}/${program}`;
  const file = `${folder}/facts.json`;
  if (!existsSync(file)) return [];
  const facts = JSON.parse(readFileSync(file, 'utf8')) as Readonly<Record<string, ScreenFacts>>;
  return Object.entries(facts).map(([name, one]) => ({
    program,
    name,
    screen: screenFromCapture(readFileSync(`${folder}/${name}.ansi`, 'utf8'), one),
  }));
}
