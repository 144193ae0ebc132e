// npm run lab -- fuzz [--inputs N] [--doors N] [--seed N] [--only WORDS] [--write]: inputs for everything that reads what
// others wrote. A target that does not come to an end is killed with the process of the lab, and named.
import { fork } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { fuzzPage } from './fuzz-page.js';
import type { FuzzRow } from './run-fuzz.js';

const { values } = parseArgs({
  options: {
    inputs: { type: 'string', default: '5000' },
    doors: { type: 'string', default: '2000' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
    write: { type: 'boolean', default: false },
  },
});

/** No input may take a second; this is for a machine that is very busy. */
const SILENT_MS = 60_000;

const rows: FuzzRow[] = [];
let at = 'the start';
const { inputs, doors, seed, only } = values;
const child = fork(fileURLToPath(new URL('fuzz-process.ts', import.meta.url)), [inputs, doors, seed, only], {
  execArgv: ['--import', 'tsx'],
});
const killed = (): void => {
  console.error(`HANGS ${at}`);
  child.kill('SIGKILL');
};
let timer = setTimeout(killed, SILENT_MS);
child.on('message', (message: { readonly at?: string; readonly row?: FuzzRow }) => {
  clearTimeout(timer);
  timer = setTimeout(killed, SILENT_MS);
  at = message.at ?? at;
  if (message.row) rows.push(show(message.row));
});
const code = await new Promise<number>((resolve) => child.on('exit', (status) => resolve(status ?? 1)));
clearTimeout(timer);
if (values.write && code === 0) {
  await writeFile(new URL('../../../docs/labs/fuzz.md', import.meta.url), fuzzPage(rows, Number(seed)));
}
process.exitCode = code === 0 && rows.every(isFine) ? 0 : 1;

function show(row: FuzzRow): FuzzRow {
  const { name, inputs: tried, refused, crashes, longestMs } = row;
  console.log(
    `${isFine(row) ? 'ok   ' : 'WRONG'} ${name}: ${tried} inputs, ${refused} refused, longest ${Math.ceil(longestMs)} ms`,
  );
  for (const crash of crashes.slice(0, 5)) console.log(`      ${crash}`);
  return row;
}

function isFine({ crashes, longestMs }: FuzzRow): boolean {
  return crashes.length === 0 && longestMs < 1_000;
}
