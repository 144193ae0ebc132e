import { dirname } from 'node:path';
import { expect, it } from 'vitest';
import { runCell } from '../../labs/matrix/run-cell.js';
import { compiledProgram } from '../compiled-source.js';

/** The base with the tool that few machines use. The whole lab: `npm run lab -- matrix`. */
it('passes the checks of a cell of the matrix, with mawk and dash', async () => {
  const dist = dirname(await compiledProgram(new URL('../../../src/index.ts', import.meta.url)));
  const { checks, failures } = await runCell({ recorder: 'mawk', shell: 'dash' }, { dist, nodes: {} });
  expect(failures).toEqual([]);
  expect(checks).toBe(10);
});
