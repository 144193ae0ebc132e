// The process of the fuzz lab in which the targets run: arguments are the numbers of inputs for readers and for doors, the
// seed, and what the names must contain.
import { openServer } from '../../integration/server/open-server.js';
import type { FuzzTarget } from './fuzz-target.js';
import { runFuzz } from './run-fuzz.js';
import { doorTargets } from './targets/door-targets.js';
import { outputTargets } from './targets/output-targets.js';
import { textTargets } from './targets/text-targets.js';

const [inputs = '', doors = '', seed = '', only = ''] = process.argv.slice(2);

await runAll([...textTargets, ...outputTargets], Number(inputs));
if (Number(doors) > 0) {
  await using open = await openServer();
  await runAll(await doorTargets(open), Number(doors));
}
process.disconnect?.();

async function runAll(targets: readonly FuzzTarget[], count: number): Promise<void> {
  for (const target of targets.filter(({ name }) => name.includes(only))) {
    const onProgress = (number: number): void => {
      process.send?.({ at: `${target.name}, between inputs ${number} and ${number + 50}` });
    };
    const row = await runFuzz(target, { inputs: count, seed: Number(seed), onProgress });
    process.send?.({ row });
  }
}
