import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FuzzTarget } from '../../labs/fuzz/fuzz-target.js';
import { runFuzz } from '../../labs/fuzz/run-fuzz.js';
import { doorTargets } from '../../labs/fuzz/targets/door-targets.js';
import { outputTargets } from '../../labs/fuzz/targets/output-targets.js';
import { textTargets } from '../../labs/fuzz/targets/text-targets.js';
import { sized } from '../../soak.js';
import { type OpenServer, openServer } from '../server/open-server.js';

/** The same inputs in every run. The whole lab is `npm run lab -- fuzz`. */
const SEED = 1;

describe('what others wrote', () => {
  it.each([...textTargets, ...outputTargets].map((target) => [target.name, target] as const))(
    'is taken or refused, whatever it is: %s',
    async (_, target) => {
      expect((await runFuzz(target, { inputs: sized(200, 5_000), seed: SEED })).crashes).toEqual([]);
    },
  );
});

describe('a door of the server', () => {
  let open: OpenServer;
  let doors: readonly FuzzTarget[];
  beforeAll(async () => {
    open = await openServer();
    doors = await doorTargets(open);
  });
  afterAll(() => open[Symbol.asyncDispose]());

  it('takes or refuses whatever comes, and is open afterwards', async () => {
    for (const door of doors) {
      const { name, crashes } = await runFuzz(door, { inputs: sized(80, 2_000), seed: SEED });
      expect([name, crashes]).toEqual([name, []]);
      expect((await open.fetch('/healthz')).status).toBe(200);
    }
  });
});
