import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, open, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Pane } from '../../src/index.js';
import type { FilterTool } from '../../src/recorder/host-tools.js';
import { recorderPipe } from '../../src/recorder/recorder-pipe.js';
import { recorderProgram } from '../../src/recorder/recorder-program.js';
import { redactionRules } from '../../src/redaction/redaction-rules.js';
import { type Benchmark, type Contender, OURS } from '../benchmark.js';
import { Printing, type Watcher } from '../programs/printing.js';
import { race } from '../race.js';
import { temporaryFolder } from '../temporary-folder.js';

const tools: readonly (FilterTool & { readonly name: string })[] = [
  { name: OURS, dialect: 'perl', command: 'perl' },
  { name: 'the same in mawk', dialect: 'awk', command: 'mawk' },
  { name: 'the same in gawk', dialect: 'awk', command: 'gawk' },
  { name: 'the same in busybox awk', dialect: 'awk', command: 'busybox awk' },
];

const kinds = [
  { name: 'log lines', megabytes: 16, line: undefined },
  { name: 'seq', megabytes: 8, line: (i: number) => `${i + 1}\n` },
  { name: 'yes', megabytes: 3, line: () => 'y\n' },
];

/** How fast a program can print while all of it is stamped, redacted and written; `cat` does none of that. */
export const recorder: Benchmark = {
  name: 'recorder',
  unit: 'MB/s',
  async *run(ground) {
    const place = await ground.local();
    const found = tools.filter(({ command }) => isThere(command));
    for (const { name, megabytes, line } of kinds) {
      await using folder = await temporaryFolder();
      const printing = await Printing.prepare(
        place,
        folder.path,
        ground.quick ? megabytes / 4 : megabytes,
        line,
      );
      const recorders = found.map(
        (tool): Contender => ({
          name: tool.name,
          role: tool.name === OURS ? 'ours' : 'floor',
          sample: () => printing.run((pane) => record(pane, tool, folder.path, printing)),
        }),
      );
      const cat = (pane: Pane): Promise<Watcher> =>
        pipeToCat(pane, join(folder.path, 'piped'), printing.bytes);
      yield await race(
        `recording ${name}, local`,
        'MB/s',
        [
          ...recorders,
          { name: 'pipe-pane cat', role: 'peer', sample: () => printing.run(cat) },
          { name: 'nobody watching', role: 'floor', sample: () => printing.run(nobody) },
        ],
        ground.effort(8, 0),
      );
    }
  },
};

const STAMP_BYTES = '2025-01-24T10:30:00+0000 '.length;
let runs = 0;

async function record(pane: Pane, tool: FilterTool, base: string, printing: Printing): Promise<Watcher> {
  const folder = join(base, `run-${++runs}`);
  await mkdir(folder);
  const settings = {
    id: 'run',
    folder,
    startNonce: randomBytes(16).toString('hex'),
    exitNonce: randomBytes(16).toString('hex'),
    format: 'text',
    rules: redactionRules(),
    maxBytes: 0,
    keepSegments: 1,
  } as const;
  const program = recorderProgram(tool.dialect, settings);
  execFileSync('mkfifo', [join(folder, 'run.in')]);
  const fifo = await open(join(folder, 'run.in'), 'r+');
  await fifo.write(program);
  await pane.pipe(recorderPipe(tool, settings, Buffer.byteLength(program)));
  const path = join(folder, 'run.log');
  await reaches(path, 0);
  // The terminal puts a CR in front of each LF, which the log does not keep.
  const expected = printing.bytes - printing.lines + STAMP_BYTES * printing.lines;
  return {
    seen: () => reaches(path, expected),
    [Symbol.asyncDispose]: async () => {
      await pane.clearPipe();
      await fifo.close();
    },
  };
}

async function pipeToCat(pane: Pane, path: string, bytes: number): Promise<Watcher> {
  await writeFile(path, '');
  await pane.pipe(`exec cat > '${path}'`);
  return { seen: () => reaches(path, bytes), [Symbol.asyncDispose]: () => pane.clearPipe() };
}

async function nobody(): Promise<Watcher> {
  return { seen: async () => {}, [Symbol.asyncDispose]: async () => {} };
}

async function reaches(path: string, bytes: number): Promise<void> {
  while (((await stat(path).catch(() => undefined))?.size ?? -1) < bytes) await delay(3);
}

function isThere(command: string): boolean {
  try {
    execFileSync('sh', ['-c', 'command -v "$1"', 'sh', command.split(' ')[0] ?? ''], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
