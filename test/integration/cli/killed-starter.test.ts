import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { loadSqlite } from '../../../src/store/sqlite/load-sqlite.js';
import { sized } from '../../soak.js';
import { mux, muxArgv, muxInShell } from './mux.js';
import { type ScratchMux, scratchMux } from './scratch-mux.js';

const KILLS = sized(8, 200);
const AT_ONCE = 8;
/** Within so many milliseconds after the window has opened the starter is killed. */
const WITHIN_MS = 300;

describe('mux run that is killed while its command waits for its input', () => {
  it(`leaves a run that ends, and says whether its command was run, ${KILLS} times`, {
    timeout: 600_000,
  }, async () => {
    await using place = await scratchMux();
    const kills = Array.from({ length: KILLS }, (_, n) => n);
    const ended: EndedRun[] = [];
    const work = async (): Promise<void> => {
      for (let n = kills.shift(); n !== undefined; n = kills.shift())
        ended.push(await startAndKill(place, n));
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    const untrue = ended.filter(({ code, notRun = false, ran }) =>
      ran ? code !== 7 || notRun : code !== 125 || !notRun,
    );
    expect(untrue).toEqual([]);
    expect(ended.filter(({ ran }) => !ran).length).toBeGreaterThan(0);
  });
});

interface EndedRun {
  readonly state: string;
  readonly code?: number;
  readonly notRun?: boolean;
  readonly ran: boolean;
}

/** How a run is reported whose starter was killed when the pipe for its input was there. */
async function startAndKill({ folder, env }: ScratchMux, n: number): Promise<EndedRun> {
  const state = join(folder, `state-${n}`);
  const marker = join(folder, 'work', `ran-${n}`);
  const there = { ...env, MUXWRIGHT_HOME: state };
  const [program = '', ...args] = muxArgv;
  const child = spawn(program, [...args, 'run', '--', `echo ran >${marker}; cat >/dev/null; exit 7`], {
    env: { ...process.env, ...there },
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  while (pipesIn(state).length === 0) await delay(1);
  await delay((n * WITHIN_MS) / KILLS);
  const id = pipesIn(state)[0]?.replace(/\..*/, '') ?? '';
  child.kill('SIGKILL');
  await once(child, 'close');
  const status = async (): Promise<Omit<EndedRun, 'ran'>> =>
    JSON.parse((await mux(['status', id, '--json'], there)).stdout) as Omit<EndedRun, 'ran'>;
  await vi.waitUntil(async () => (await status()).state === 'finished', ENDS).catch(() => {});
  return { ...(await status()), ran: existsSync(marker) };
}

/** Longer than a held command waits. */
const ENDS = { timeout: 60_000, interval: 1_000 };

/** Named pipes of runs that wait for their input. */
function pipesIn(state: string): string[] {
  try {
    return readdirSync(join(state, 'runs')).filter((name) => name.endsWith('.stdin'));
  } catch {
    return [];
  }
}

describe('mux run whose store fails', () => {
  it('runs the command all the same, where the store fails after the command was launched', async () => {
    await using place = await scratchMux();
    await mux(['run', '--', 'true'], place.env);
    using store = openDatabase(place);
    store.run(`CREATE TRIGGER fails BEFORE UPDATE OF pane_id ON automation_runs
      BEGIN SELECT RAISE(ABORT, 'disk I/O error'); END`);
    const marker = join(place.folder, 'work', 'marker');
    const script = `echo in | "$@" run -- 'cat >${marker}; exit 3'`;
    expect(await muxInShell(script, place.env)).toEqual({ code: 3, stdout: '', stderr: '' });
    expect(readFileSync(marker, 'utf8')).toBe('in\n');
    expect(pipesIn(join(place.folder, 'state'))).toEqual([]);
  });

  it('leaves no command that begins later, where the store refuses the run', async () => {
    await using place = await scratchMux();
    await mux(['run', '--', 'true'], place.env);
    using store = openDatabase(place);
    store.run(`CREATE TRIGGER fails BEFORE INSERT ON automation_runs
      BEGIN SELECT RAISE(ABORT, 'disk I/O error'); END`);
    expect(await muxInShell(`echo in | "$@" run -- cat`, place.env)).toMatchObject({ code: 1 });
    const notes = await place.server.tmux.command('list-panes', '-a', '-F', '#{@muxwright_run}');
    expect(notes.join('')).toBe('');
  });
});

function openDatabase({ folder }: ScratchMux): Disposable & { run(sql: string): void } {
  const database = new (loadSqlite().DatabaseSync)(join(folder, 'state', 'muxwright.db'), {
    timeout: 10_000,
  });
  return { run: (sql) => database.exec(sql), [Symbol.dispose]: () => database.close() };
}
