// npm run lab -- matrix [--only WORDS] [--parallel N] [--write]: the built package with several versions of tmux and Node, recorder tools,
// shells and users. Needs root, and `npm run build` before. Fails if a check of a cell fails.
import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { dockerEngine } from '../../../src/testing/docker-engine.js';
import { cells } from './cells.js';
import { matrixPage } from './matrix-page.js';
import { type CellResult, runCell } from './run-cell.js';

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    parallel: { type: 'string', default: '2' },
    write: { type: 'boolean', default: false },
  },
});
const chosen = cells.filter((cell) => JSON.stringify(cell).includes(values.only));
const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'muxwright');
const nodes = chosen.some(({ node }) => node !== undefined) ? await installNodes(join(cache, 'nodes')) : {};
const cacheFolder = join(cache, 'docker');
await using docker = chosen.some(({ suite }) => suite !== undefined)
  ? await dockerEngine({ cacheFolder })
  : undefined;
const dist = fileURLToPath(new URL('../../../dist', import.meta.url));
const places = { dist, nodes, ...(docker && { docker: { engine: docker.engine, cacheFolder } }) };
const results: CellResult[] = [];
let next = 0;
await Promise.all(Array.from({ length: Number(values.parallel) }, work));
if (results.length === 0) throw new Error(`No cell contains ${values.only}.`);
if (values.write) {
  await writeFile(new URL('../../../docs/labs/matrix.md', import.meta.url), matrixPage(results));
}
process.exitCode = results.every(({ failures }) => failures.length === 0) ? 0 : 1;

async function work(): Promise<void> {
  for (let index = next++; index < chosen.length; index = next++) {
    const cell = chosen[index] ?? {};
    const result = await runCell(cell, places);
    const { checks, failures } = result;
    console.log(`${failures.length === 0 ? 'ok   ' : 'WRONG'} ${JSON.stringify(cell)} ${checks} checks`);
    for (const failure of failures) console.log(`      ${failure}`);
    results[index] = result;
  }
}

/** Node 22 and 24 from the npm packages that hold nothing but the program. */
async function installNodes(folder: string): Promise<Record<string, string>> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'package.json'), '{"private":true}');
  const name = `node-${process.platform}-${process.arch}`;
  const packages = ['22', '24'].map((major) => `node${major}@npm:${name}@${major}`);
  await promisify(execFile)('npm', ['install', '--no-audit', '--no-fund', ...packages], { cwd: folder });
  return Object.fromEntries(
    ['22', '24'].map((major) => [major, join(folder, 'node_modules', `node${major}`, 'bin', 'node')]),
  );
}
