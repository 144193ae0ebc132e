import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { type Benchmark, milliseconds, OURS } from '../benchmark.js';
import { closing } from '../closing.js';
import type { Ground } from '../ground.js';
import { type Served, served } from '../load/served.js';
import { spawned } from '../peers/spawned.js';
import { type Place, tmuxArgv } from '../places/place.js';
import { race } from '../race.js';
import { temporaryFolder } from '../temporary-folder.js';

const AT_ONCE = 8;
const REQUESTS = 200;

/** A server with many runs that wait and many panes: what it costs when nothing happens, and how fast it lists them. */
export const scale: Benchmark = {
  name: 'scale',
  unit: 'ms',
  async *run(ground) {
    const place = await ground.local();
    const [runs, panes] = ground.quick ? [100, 300] : [500, 1_000];
    await using resources = closing();
    const { path } = resources.add(await temporaryFolder());
    const server = resources.add(await served(path));
    await startRuns(server, place, runs);
    await openPanes(place, panes - runs);
    const host = encodeURIComponent(place.server.address);
    const list = `/api/operations/pane.list?host=${host}`;
    await settled(server, list);
    await noteIdle(ground, server, runs);
    const effort = ground.effort(12, 250);
    const peer = {
      name: 'tmux list-panes -a spawned',
      role: 'peer',
      sample: () => milliseconds(() => spawned(tmuxArgv(place, 'list-panes', '-a'))),
    } as const;
    const limited = await limitedCaller(server);
    const allRuns = `/api/operations/run.list?limit=${runs}`;
    for (const [what, url, caller] of [
      [`run.list over HTTP, ${runs} runs that wait, ${panes} panes`, allRuns, server],
      [`run.list over HTTP, ${runs} runs that wait, token with the default reach`, allRuns, limited],
      [`pane.list over HTTP, ${panes} panes`, list, server],
      [`pane.list over HTTP, ${panes} panes, token with the default reach`, list, limited],
    ] as const) {
      const ours = { name: OURS, role: 'ours', sample: () => calls(caller, url) } as const;
      yield await race(what, 'ms', [ours, peer], effort);
    }
    const events = resources.add(await treeEvents(server));
    const told = async (): Promise<number> => {
      // tmux names a new window after a while, which is told, too.
      await delay(3_000, undefined, { signal: ground.signal });
      const next = events.next();
      await spawned(tmuxArgv(place, ...WINDOW));
      return milliseconds(() => next);
    };
    yield await race(
      `from a new window to its event, ${panes} panes`,
      'ms',
      [{ name: OURS, role: 'ours', sample: told }, peer],
      ground.effort(8, 0),
    );
    await place.server.tmux.request([['kill-session', '-t', '=bench-scale']]);
  },
};

/** The same server for a token that may only read, and reaches the known hosts. */
async function limitedCaller(server: Served): Promise<Served> {
  const answer = await fetch(`${server.url}/api/operations/token.create`, {
    method: 'POST',
    headers: { ...server.headers, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'bench', scopes: ['read'] }),
  });
  if (!answer.ok) throw new Error(await answer.text());
  const { token } = (await answer.json()) as { token: string };
  return { ...server, headers: { authorization: `Bearer ${token}` } };
}

/** Tells of each event about windows that the server sends. */
async function treeEvents({ url, headers }: Served): Promise<AsyncDisposable & { next(): Promise<void> }> {
  const ended = new AbortController();
  const answer = await fetch(`${url}/api/events?types=sessions`, { headers, signal: ended.signal });
  if (!answer.ok || !answer.body) throw new Error(`/api/events answered ${answer.status}.`);
  let wake = (): void => {};
  const reading = (async () => {
    for await (const chunk of answer.body ?? []) if (Buffer.from(chunk).includes('sessions')) wake();
  })().catch(() => {});
  return {
    next: () =>
      new Promise((resolve) => {
        wake = resolve;
      }),
    [Symbol.asyncDispose]: async () => {
      ended.abort();
      await reading;
    },
  };
}

async function startRuns(server: Served, place: Place, count: number): Promise<void> {
  const body = JSON.stringify({
    host: place.server.address,
    session: 'bench-scale',
    command: 'printf "Name: "; read name',
    login: false,
  });
  const headers = { ...server.headers, 'content-type': 'application/json' };
  let begun = 0;
  const some = async (): Promise<void> => {
    while (begun++ < count) {
      const answer = await fetch(`${server.url}/api/operations/run.start`, { method: 'POST', headers, body });
      if (!answer.ok) throw new Error(await answer.text());
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, some));
}

async function openPanes({ server: { tmux } }: Place, count: number): Promise<void> {
  for (let left = count; left > 0; left -= 100) {
    const some = Array.from({ length: Math.min(left, 100) }, () => WINDOW);
    await tmux.request(some, { timeoutMs: 60_000 });
  }
}

const WINDOW = ['new-window', '-d', '-t', '=bench-scale:', 'cat'] as const;

/** Until the same answer comes for some seconds: windows get their names a while after they were made. */
async function settled(server: Served, url: string): Promise<void> {
  for (let last = '', since = performance.now(); performance.now() - since < 10_000; await delay(1_000)) {
    const now = await (await fetch(server.url + url, { headers: server.headers })).text();
    if (now !== last) since = performance.now();
    last = now;
  }
}

/** The part of a core that the server takes, and tmux for it, while nothing happens. */
async function noteIdle(ground: Ground, server: Served, runs: number): Promise<void> {
  // Looks at a program that prints nothing come after ever longer times.
  await delay(60_000, undefined, { signal: ground.signal });
  const windowMs = ground.quick ? 10_000 : 30_000;
  const before = await ticksOf(server.pid);
  await delay(windowMs, undefined, { signal: ground.signal });
  const share = (((await ticksOf(server.pid)) - before) * 1_000) / windowMs;
  ground.note(`idle with ${runs} runs that wait: ${share.toFixed(2)} % of a core`);
}

/** Hundredths of a second. */
async function ticksOf(pid: number): Promise<number> {
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).replace(/^.*\) /s, '').split(' ');
  return fields.slice(11, 15).reduce((sum, field) => sum + (Number(field) || 0), 0);
}

/** Milliseconds for each of many requests. */
async function calls({ url, headers }: Served, path: string): Promise<number> {
  const some = async (): Promise<void> => {
    for (let index = 0; index < REQUESTS / AT_ONCE; index++) {
      await (await fetch(url + path, { headers })).arrayBuffer();
    }
  };
  return (await milliseconds(() => Promise.all(Array.from({ length: AT_ONCE }, some)))) / REQUESTS;
}
