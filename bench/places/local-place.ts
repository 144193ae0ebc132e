import { isolatedTmux } from '../../src/testing/isolated-tmux.js';
import type { Place } from './place.js';

export async function localPlace(): Promise<Place> {
  const server = await isolatedTmux();
  return {
    name: 'local',
    server,
    hostOptions: {},
    commandLine: { name: 'tmux spawned', argv: (argv) => [...argv] },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}
