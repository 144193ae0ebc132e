import { mkdtemp } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { isMuxError } from '../../src/model/mux-error.js';
import { dockerEngine } from '../../src/testing/docker-engine.js';
import type { DockerEngine } from '../../src/testing/docker-engine-types.js';
import { scratchImage } from '../../src/testing/scratch-image.js';
import { Watchdog } from '../../src/testing/watchdog.js';
import type { DockerContext } from './docker-context.js';

/** One engine and one home for all projects of a test run. Tests that need no Docker run without it, too. */
export async function setup(project: TestProject): Promise<void> {
  shared.users += 1;
  shared.home ??= makeHome();
  // Shells that read the dotfiles of the person who runs the tests can be slow, and leave locks when they are ended.
  project.config.env = { ...project.config.env, HOME: (await shared.home).folder };
  shared.engine ??= dockerEngine({ cacheFolder });
  try {
    const { engine } = await shared.engine;
    shared.images ??= buildImages(engine);
    project.provide('docker', { engine, images: await shared.images, cacheFolder });
  } catch (error) {
    const suggestion = isMuxError(error) ? (error.suggestion ?? '') : '';
    project.provide('docker', { unavailable: `${(error as Error).message} ${suggestion}` });
  }
}

export async function teardown(): Promise<void> {
  shared.users -= 1;
  if (shared.users > 0) return;
  const engine = await shared.engine?.catch(() => undefined);
  await engine?.stop();
  await (await shared.home)?.watchdog[Symbol.asyncDispose]();
}

async function makeHome(): Promise<Home> {
  const folder = await mkdtemp(join(tmpdir(), 'muxwright-home-'));
  return { folder, watchdog: new Watchdog({ folder }) };
}

async function buildImages(engine: string): Promise<DockerContext['images']> {
  const [glibc, busybox, noTmux] = [
    await scratchImage({ engine }),
    await scratchImage({ engine, kind: 'busybox' }),
    await scratchImage({ engine, kind: 'no-tmux' }),
  ];
  return { glibc, busybox, noTmux };
}

const cacheFolder = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'muxwright', 'docker');

interface Home {
  readonly folder: string;
  /** Removes it, also where the test run is killed. */
  readonly watchdog: Watchdog;
}

interface Shared {
  users: number;
  home?: Promise<Home>;
  engine?: Promise<DockerEngine>;
  images?: Promise<DockerContext['images']>;
}

// Each project loads this file anew; what they share lives in the process.
const KEY = Symbol.for('muxwright.test.docker');
const holder = globalThis as typeof globalThis & { [KEY]?: Shared };
holder[KEY] ??= { users: 0 };
const shared = holder[KEY];
