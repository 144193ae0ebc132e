import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { dockerEngine } from '../../../src/testing/docker-engine.js';
import { scratchContainer } from '../../../src/testing/scratch-container.js';
import { scratchImage } from '../../../src/testing/scratch-image.js';
import type { LabPlace } from './observe-program.js';
import { openPlace } from './open-place.js';
import { traceTerminal } from './tracer/trace-terminal.js';
import type { PlaceTraits } from './try-programs.js';

export interface OpenLabPlace extends AsyncDisposable {
  readonly lab: LabPlace;
  readonly traits: PlaceTraits;
}

/** The packages of npm that the lab tries; for every user, and outside of the repository. */
export const NPM_FOLDER = '/tmp/muxwright-lab-npm';

/** An account that every Debian machine has, and that owns nothing. */
export const NOBODY = 65534;

/** In a container: an account with a shell that does not refuse to run. */
const LAB_USER = 61234;

/** This machine, as the user that runs the lab. Root has a container beside it, for clients of Docker. */
export async function openHere({ trace = false } = {}): Promise<OpenLabPlace> {
  const user = process.getuid?.() === 0 ? 'root' : 'user';
  const opened: AsyncDisposable[] = [];
  const beside = user === 'root' ? await openBeside(opened) : {};
  const opening = await openPlace('local', {}, { ...environment, ...beside });
  opened.push(opening);
  const lab = trace ? { ...opening, trace: traceTerminal } : opening;
  const provided = [...packages(), ...('LAB_CONTAINER' in beside ? ['docker-container'] : [])];
  const traits: PlaceTraits = { name: `local, ${user}`, user, container: false, provided };
  return { lab, traits, [Symbol.asyncDispose]: () => closeAll(opened) };
}

/** Where no engine can be started, what needs one is listed as not tried. */
async function openBeside(opened: AsyncDisposable[]): Promise<Readonly<Record<string, string>>> {
  try {
    const docker = await dockerEngine({ cacheFolder: cacheFolder() });
    opened.push(docker);
    const container = await scratchContainer({
      engine: docker.engine,
      image: await scratchImage({ engine: docker.engine }),
    });
    opened.push(container);
    return { LAB_DOCKER: docker.engine, LAB_CONTAINER: container.name };
  } catch (error) {
    console.log(`no container beside this machine: ${error instanceof Error ? error.message : error}`);
    return {};
  }
}

async function closeAll(opened: AsyncDisposable[]): Promise<void> {
  for (const one of opened.reverse()) await one[Symbol.asyncDispose]();
}

function cacheFolder(): string {
  return join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'muxwright', 'docker');
}

/** A container in which the programs of this machine are visible, without the right to trace those of other users. */
export async function openContainer(user: 'root' | 'user'): Promise<OpenLabPlace> {
  const docker = await dockerEngine({ cacheFolder: cacheFolder() });
  const opened: AsyncDisposable[] = [docker];
  try {
    const { engine } = docker;
    const image = await scratchImage({ engine });
    const folders = ['/usr', '/bin', '/sbin', '/lib', '/lib64', '/etc', NPM_FOLDER].filter(existsSync);
    const accounts = await makeAccounts(opened);
    const binds = [...folders.map((folder) => `${folder}:${folder}:ro`), `${accounts}:/etc/passwd:ro`];
    const container = await scratchContainer({ engine, image, binds });
    opened.push(container);
    const account = user === 'user' && { user: `${LAB_USER}:${LAB_USER}` };
    const lab = await openPlace(container.address, { docker: { engine, ...account } }, environment);
    opened.push(lab);
    const name = `container, ${user}`;
    return {
      lab,
      traits: { name, user, container: true, provided: packages() },
      [Symbol.asyncDispose]: () => closeAll(opened),
    };
  } catch (error) {
    await closeAll(opened);
    throw error;
  }
}

/** The accounts of this machine, and one for the lab: programs such as ssh-keygen and screen want a name. */
async function makeAccounts(opened: AsyncDisposable[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'mux-lab-accounts-'));
  opened.push({ [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) });
  const file = join(folder, 'passwd');
  const accounts = await readFile('/etc/passwd', 'utf8');
  await writeFile(file, `${accounts}lab:x:${LAB_USER}:${LAB_USER}:Lab:/tmp:/bin/sh\n`, { mode: 0o644 });
  return file;
}

const environment = {
  LAB_NPM: NPM_FOLDER,
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
};

function packages(): string[] {
  return existsSync(`${NPM_FOLDER}/node_modules`) ? ['npm-packages'] : [];
}
