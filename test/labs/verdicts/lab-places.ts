import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { dockerEngine } from '../../../src/testing/docker-engine.js';
import { scratchContainer } from '../../../src/testing/scratch-container.js';
import { scratchImage } from '../../../src/testing/scratch-image.js';
import type { LabPlace } from './observe-program.js';
import { openPlace } from './open-place.js';
import type { PlaceTraits } from './try-programs.js';

export interface OpenLabPlace extends AsyncDisposable {
  readonly lab: LabPlace;
  readonly traits: PlaceTraits;
}

/** The packages of npm that the lab tries; for every user, and outside of the repository. */
export const NPM_FOLDER = '/tmp/muxwright-lab-npm';

/** An account that every Debian machine has, and that owns nothing. */
export const NOBODY = 65534;

/** This machine, as the user that runs the lab. */
export async function openHere(): Promise<OpenLabPlace> {
  const lab = await openPlace('local', {}, environment);
  const user = process.getuid?.() === 0 ? 'root' : 'user';
  const traits: PlaceTraits = { name: `local, ${user}`, user, container: false, packages: hasPackages() };
  return { lab, traits, [Symbol.asyncDispose]: () => lab[Symbol.asyncDispose]() };
}

/** A container in which the programs of this machine are visible, without the right to trace those of other users. */
export async function openContainer(user: 'root' | 'user'): Promise<OpenLabPlace> {
  const cacheFolder = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'muxwright', 'docker');
  const docker = await dockerEngine({ cacheFolder });
  const opened: AsyncDisposable[] = [docker];
  const dispose = async (): Promise<void> => {
    for (const one of opened.reverse()) await one[Symbol.asyncDispose]();
  };
  try {
    const { engine } = docker;
    const image = await scratchImage({ engine });
    const folders = ['/usr', '/bin', '/sbin', '/lib', '/lib64', '/etc', NPM_FOLDER].filter(existsSync);
    const binds = folders.map((folder) => `${folder}:${folder}:ro`);
    const container = await scratchContainer({ engine, image, binds });
    opened.push(container);
    const account = user === 'user' && { user: `${NOBODY}:${NOBODY}` };
    const lab = await openPlace(container.address, { docker: { engine, ...account } }, environment);
    opened.push(lab);
    const name = `container, ${user}`;
    return {
      lab,
      traits: { name, user, container: true, packages: hasPackages() },
      [Symbol.asyncDispose]: dispose,
    };
  } catch (error) {
    await dispose();
    throw error;
  }
}

const environment = {
  LAB_NPM: NPM_FOLDER,
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
};

function hasPackages(): boolean {
  return existsSync(`${NPM_FOLDER}/node_modules`);
}
