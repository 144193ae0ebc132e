import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { isMuxError } from '../../../src/model/mux-error.js';
import { recoverRuns } from '../../../src/runs/recover-runs.js';
import type { Run } from '../../../src/runs/run.js';
import { openStore } from '../../../src/store/open-store.js';
import { randomFrom } from '../../random-from.js';
import { sized } from '../../soak.js';
import { compiledSource } from '../compiled-source.js';
import { type OpenRuns, openRuns } from './open-runs.js';

/** tmux servers, some at a time, and processes that are killed on each, one after the other. */
const SERVERS = sized(3, 10);
const SERVERS_AT_ONCE = 4;
const CRASHES = sized(8, 10);
/** Servers that may die under us, see below, before we take it for our own fault. */
const SERVERS_LOST = 10;
/** Lines before and behind the prompt. */
const LINES = 400;

/** What is waited for, and for how long at most the kill then waits. */
const MOMENTS = [
  { name: 'start', after: 'connected', withinMs: 60 },
  { name: 'output', after: 'started', withinMs: 100 },
  { name: 'prompt', after: 'prompt', withinMs: 10 },
  { name: 'exit', after: 'answered', withinMs: 150 },
  { name: 'end', after: 'finished', withinMs: 10 },
] as const;

const source = await compiledSource();

describe('a process that is killed at any moment', () => {
  it(`loses no run, no line and no exit code, ${SERVERS * CRASHES} times [A62, A63]`, {
    timeout: 900_000,
  }, async () => {
    const seed = Number(process.env.CRASH_SEED ?? Date.now() % 1_000_000);
    const tally: Tally = { 'never written down': 0 };
    const seeds = Array.from({ length: SERVERS }, (_, n) => seed + n);
    const work = async (): Promise<void> => {
      for (let next = seeds.shift(); next !== undefined; next = seeds.shift()) {
        if (await crashAndRecover(randomFrom(next), tally)) continue;
        // Where a control-mode client leaves while another introduces itself, tmux before 3.7 crashes. Processes that
        // live take turns; one that is killed while it opens its second connection cannot.
        tally['tmux crashed'] = (tally['tmux crashed'] ?? 0) + 1;
        seeds.push(next + 1_000_000);
      }
    };
    await Promise.all(Array.from({ length: SERVERS_AT_ONCE }, work));
    console.log(`CRASH_SEED=${seed}:`, JSON.stringify(tally));
    expect(tally['tmux crashed'] ?? 0).toBeLessThan(SERVERS_LOST);
  });
});

type Tally = Record<string, number>;

/** Kills processes on one server, and looks what the next process finds. `false` where tmux itself has died. */
async function crashAndRecover(random: () => number, tally: Tally): Promise<boolean> {
  await using runs = await openRuns({ address: 'local', options: { timeoutMs: 60_000 } });
  const died = new AbortController();
  runs.tmux.once('disconnected', () => died.abort());
  await runs.tmux.ensureSession('crashes');
  for (let n = 0; n < CRASHES && !died.signal.aborted; n++) {
    await crash(runs, { n, moment: pick(random), wait: random() }, died.signal);
    // What the killed process had sent to tmux on its last breath has arrived when its clients are gone.
    await expect.poll(() => othersAt(runs), { interval: 5 }).toEqual([]);
  }
  if (died.signal.aborted) return false;
  const found = await recovered(runs);
  found['never written down'] = CRASHES - Object.values(found).reduce((sum, count) => sum + count, 0);
  for (const [how, count] of Object.entries(found)) tally[how] = (tally[how] ?? 0) + count;
  return true;
}

async function othersAt({ tmux }: OpenRuns): Promise<string[]> {
  const clients = await tmux.command('list-clients', '-F', '#{client_pid}').catch(() => []);
  return clients.slice(1);
}

/** Has a fresh process find all runs, see them through to their ends, and compare what they left. */
async function recovered(runs: OpenRuns): Promise<Tally> {
  await using store = await openStore({ path: runs.storePath });
  const { changed, running } = await recoverRuns(runs.tmux, store, { folder: runs.folder, startingMs: 0 });
  expect(changed.filter(({ found }) => found)).toEqual([]);
  const next = runs.another({ store });
  const tally: Tally = {};
  for (const { id, command, state } of (await store.runs.list()).runs) {
    const how = state === 'finished' && changed.some((one) => one.id === id) ? 'ended unseen' : state;
    tally[how] = (tally[how] ?? 0) + 1;
    if (state === 'lost') {
      // Only what was never begun may be lost.
      const files = (await runs.host.files.list(runs.folder)).filter(({ name }) => name.startsWith(id));
      expect([id, files]).toEqual([id, []]);
      continue;
    }
    expect(running.includes(id)).toBe(state === 'running');
    const run = await next.get(runs.address, id);
    const code = Number(/exit (\d+)$/.exec(command)?.[1]);
    if (state === 'running') await answer(run);
    expect([id, await run.finished({ timeoutMs: 60_000 })]).toMatchObject([id, { code }]);
    expect([id, await wholeLog(run)]).toEqual([id, EXPECTED]);
    expect(await store.runs.get(id)).toMatchObject({ state: 'finished', exitCode: code, lost: false });
  }
  return tally;
}

/** The process that was killed may have answered already. */
async function answer(run: Run): Promise<void> {
  try {
    await run.waitForPrompt({ pattern: 'Continue?', timeoutMs: 60_000 });
    await run.send('yes');
  } catch (error) {
    if (!isMuxError(error, 'RUN_ENDED', 'PANE_NOT_FOUND')) throw error;
  }
}

async function wholeLog(run: Run): Promise<string[]> {
  const lines: string[] = [];
  for (let cursor = 0, more = true; more; ) {
    const part = await run.harvest(cursor);
    lines.push(...part.entries.map(({ text }) => text));
    cursor = part.cursor;
    more = part.hasMore;
  }
  return lines;
}

const EXPECTED = [...numbered(1, LINES), 'Continue? ', ...numbered(LINES + 1, 2 * LINES)];

function numbered(from: number, to: number): string[] {
  return Array.from({ length: to - from + 1 }, (_, i) => `line ${from + i}`);
}

/** Prints in bursts, asks, prints on, and ends with a code of its own. */
function program(code: number): string {
  const burst = (upTo: number): string =>
    `while [ $i -lt ${upTo} ]; do i=$((i+1)); echo "line $i"; [ $((i % 50)) -gt 0 ] || sleep 0.01; done`;
  return `stty -echo; i=0; ${burst(LINES)}; printf "Continue? "; read x; echo; ${burst(2 * LINES)}; exit ${code}`;
}

interface Crash {
  readonly n: number;
  readonly moment: (typeof MOMENTS)[number];
  /** 0 to 1. */
  readonly wait: number;
}

const FIXTURE = fileURLToPath(new URL('./fixtures/drive-run.mjs', import.meta.url));

async function crash(runs: OpenRuns, { n, moment, wait }: Crash, died: AbortSignal): Promise<void> {
  const args = [FIXTURE, source.index, runs.address, runs.storePath, runs.folder, program(n % 7)];
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'ignore'] });
  const exited = once(child, 'exit');
  const kill = (): boolean => child.kill('SIGKILL');
  died.addEventListener('abort', kill);
  try {
    const reached: string[] = [];
    for await (const line of createInterface({ input: child.stdout })) {
      reached.push(line);
      if (line === 'ready') begin(child);
      if (line === moment.after) break;
    }
    if (!died.aborted) expect(reached.at(-1)).toBe(moment.after);
    await delay(wait * moment.withinMs);
  } finally {
    died.removeEventListener('abort', kill);
    kill();
    await exited;
  }
}

function begin(child: ChildProcessByStdio<Writable, Readable, null>): void {
  child.stdin.end('begin\n');
}

function pick(random: () => number): (typeof MOMENTS)[number] {
  return MOMENTS[Math.floor(random() * MOMENTS.length)] ?? MOMENTS[0];
}
