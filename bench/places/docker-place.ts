import { homedir } from 'node:os';
import { join } from 'node:path';
import { dockerEngine } from '../../src/testing/docker-engine.js';
import { isolatedTmux } from '../../src/testing/isolated-tmux.js';
import { scratchContainer } from '../../src/testing/scratch-container.js';
import { closing } from '../closing.js';
import { findProgram } from '../peers/spawned.js';
import type { Place } from './place.js';

/** A container of its own, in the engine of the machine or one that is started for us. */
export async function dockerPlace(note: (text: string) => void): Promise<Place> {
  const closers = closing();
  try {
    const { engine } = closers.add(await dockerEngine({ cacheFolder }));
    const container = closers.add(await scratchContainer({ engine }));
    const hostOptions = { docker: { engine } };
    const server = closers.add(await isolatedTmux({ address: container.address, ...hostOptions }));
    const docker = findProgram('docker');
    if (!docker) note('docker exec is left out: there is no docker command.');
    return {
      name: 'in Docker',
      server,
      hostOptions,
      commandLine:
        docker === undefined
          ? undefined
          : {
              name: 'docker exec',
              argv: (argv, input) => [
                ...[docker, '-H', engine, 'exec'],
                ...(input === 'input' ? ['-i'] : []),
                ...[container.name, ...argv],
              ],
            },
      [Symbol.asyncDispose]: () => closers[Symbol.asyncDispose](),
    };
  } catch (error) {
    await closers[Symbol.asyncDispose]();
    throw error;
  }
}

const cacheFolder = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'muxwright', 'docker');
