import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { isolatedTmux } from '../../../src/testing/isolated-tmux.js';
import { Watchdog } from '../../../src/testing/watchdog.js';
import { muxArgv } from '../../integration/cli/mux.js';
import { HttpWork } from './http-work.js';
import type { Sample } from './measures.js';

export interface SoakOptions {
  readonly durationMs: number;
  readonly sampleMs: number;
  /** Loops for each kind of work. */
  readonly loops: number;
  readonly onSample?: (sample: Sample, counts: Readonly<Record<string, number>>) => void;
}

export interface SoakReport {
  readonly samples: readonly Sample[];
  /** Jobs that were done, by kind. */
  readonly counts: Readonly<Record<string, number>>;
  /** What failed, each message with its number. */
  readonly failures: Readonly<Record<string, number>>;
  /** Sessions, workers and clients that are there after the end. */
  readonly left: readonly string[];
}

/** Mixed work of a library process and a `mux serve` on one tmux server and one store, and samples of what they use. */
export async function runSoak(options: SoakOptions): Promise<SoakReport> {
  const folder = await mkdtemp(join(tmpdir(), 'muxwright-soak-'));
  await using watchdog = new Watchdog({ folder });
  await using server = await isolatedTmux();
  const home = join(folder, 'home');
  await mkdir(home);
  // The login files of the user may be slow, and would be part of what is measured.
  await server.tmux.globalEnvironment.set('HOME', home);
  const env = { ...process.env, HOME: home, MUXWRIGHT_HOME: join(folder, 'state') };
  const counts: Record<string, number> = {};
  const failures: Record<string, number> = {};
  const count = (into: Record<string, number>, key: string): void => {
    into[key] = (into[key] ?? 0) + 1;
  };
  const start = (words: readonly string[], input: 'pipe' | 'ignore'): ChildProcess => {
    const child = spawn(process.execPath, ['--expose-gc', '--import', PRELOAD, ...words], {
      env,
      stdio: [input, 'pipe', 'inherit', 'ipc'],
    });
    watchdog.guard(child);
    return child;
  };
  const serve = start([muxArgv[1] ?? '', 'serve', '--port', '0', '--json'], 'ignore');
  const [line] = (await once(lines(serve), 'line')) as [string];
  const { url, tokenFile } = JSON.parse(line) as { url: string; tokenFile: string };
  const token = (await readFile(tokenFile, 'utf8')).trim();
  const library = start(['--import', 'tsx', PROGRAM, server.address, folder, String(options.loops)], 'pipe');
  lines(library).on('line', (text: string) =>
    text.startsWith('!') ? count(failures, text.slice(1).replaceAll(folder, 'FOLDER')) : count(counts, text),
  );
  const http = new HttpWork({
    url,
    token,
    address: server.address,
    loops: options.loops,
    done: (kind) => count(counts, kind),
    failed: (what) => count(failures, what),
  });
  const tmuxPid = Number((await server.tmux.command('display-message', '-p', '#{pid}'))[0]);
  const samples: Sample[] = [];
  const startedAt = performance.now();
  try {
    while (performance.now() - startedAt < options.durationMs) {
      await delay(options.sampleMs);
      if (serve.exitCode !== null) throw new Error(`mux serve ended with code ${serve.exitCode}`);
      if (library.exitCode !== null)
        throw new Error(`the library process ended with code ${library.exitCode}`);
      const [ofServe, ofLibrary] = [await memory(serve), await memory(library)];
      const values = {
        serverHeap: ofServe.heapUsed / MB,
        serverRss: ofServe.rss / MB,
        serverFiles: await descriptors(serve.pid),
        libraryHeap: ofLibrary.heapUsed / MB,
        libraryRss: ofLibrary.rss / MB,
        libraryFiles: await descriptors(library.pid),
        store: (await size(join(folder, 'state', 'muxwright.db'))) / MB,
        wal: (await size(join(folder, 'state', 'muxwright.db-wal'))) / MB,
        tmuxRss: await residentMb(tmuxPid),
        clients: (await clientsOf(server.socket)).length,
      };
      const sample = { seconds: (performance.now() - startedAt) / 1_000, values };
      samples.push(sample);
      options.onSample?.(sample, counts);
    }
  } finally {
    await http.end();
    await ended(library, () => library.stdin?.end());
    await ended(serve, () => serve.kill('SIGTERM'));
  }
  const sessions = (await server.tmux.sessions()).map(({ name }) => name);
  const left = sessions.filter((name) => name !== 'main' && !name.startsWith('mux'));
  await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  return { samples, counts, failures, left };
}

const MB = 1_000_000;
const PRELOAD = fileURLToPath(new URL('report-memory.mjs', import.meta.url));
const PROGRAM = fileURLToPath(new URL('soak-process.ts', import.meta.url));

function lines(child: ChildProcess): ReturnType<typeof createInterface> {
  return createInterface({ input: child.stdout as NodeJS.ReadableStream });
}

async function memory(child: ChildProcess): Promise<{ heapUsed: number; rss: number }> {
  const answer = once(child, 'message', { signal: AbortSignal.timeout(60_000) });
  child.send('memory');
  const [message] = (await answer) as [{ memory: { heapUsed: number; rss: number } }];
  return message.memory;
}

async function ended(child: ChildProcess, end: () => void): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  const timer = setTimeout(() => child.kill('SIGKILL'), 60_000);
  end();
  await exit;
  clearTimeout(timer);
}

async function descriptors(pid: number | undefined): Promise<number> {
  return (await readdir(`/proc/${pid}/fd`).catch(() => [])).length;
}

async function residentMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return (Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) * 1_024) / MB;
}

async function size(path: string): Promise<number> {
  return stat(path).then(
    (found) => found.size,
    () => 0,
  );
}

async function clientsOf(socket: string): Promise<string[]> {
  const { stdout } = await promisify(execFile)('tmux', ['-L', socket, 'list-clients', '-F', '#{client_pid}']);
  return stdout.split('\n').filter((pid) => pid !== '');
}
