import { type Benchmark, milliseconds, OURS } from '../benchmark.js';
import { closing } from '../closing.js';
import { type Reader, sseReader, viewer } from '../load/readers.js';
import { type Served, served } from '../load/served.js';
import { wrk } from '../load/wrk.js';
import type { Place } from '../places/place.js';
import { race } from '../race.js';
import { temporaryFolder } from '../temporary-folder.js';

const PANES = 200;
const READERS = 100;
const VIEWERS = 20;
const REQUESTS = 200;
const AT_ONCE = 20;
const READ_PATHS = [
  '/healthz',
  '/api/operations/run.list',
  '/api/operations/event.list',
  '/api/operations/pane.list',
];

/**
 * The server with many panes and many who look: how late output comes, how many requests it answers beside that, and
 * what somebody costs who does not read.
 */
export const serverLoad: Benchmark = {
  name: 'server-load',
  unit: 'ms',
  async *run(ground) {
    const place = await ground.local();
    const { tmux, address: host } = place.server;
    const effort = ground.effort(20, 250);
    await using resources = closing();
    const { path } = resources.add(await temporaryFolder());
    const panes = await openPanes(place);
    const server = resources.add(await served(path));
    const empty = await server.memory();
    const query = (pane: string): string => `${new URLSearchParams({ target: pane, host })}`;
    const at = (index: number): string => panes[index % panes.length] ?? '';
    const readers: Reader[] = [];
    for (let index = 0; index < READERS; index++)
      readers.push(await sseReader(server, `types=output&${query(at(index))}`, index === 1));
    for (let index = 0; index < VIEWERS; index++)
      readers.push(await viewer(server, `mode=view&${query(at(index))}`, index === 1));
    const stream = tmux.pane(at(0)).text();
    await stream.live;
    const direct = follow(stream);
    const [events, terminal] = [readers[0], readers[READERS]];
    const late = (name: string, role: 'ours' | 'floor' | 'peer', who: Pick<Reader, 'sees'> | undefined) => ({
      name,
      role,
      sample: () => milliseconds(() => typed(place, at(0), who)),
    });
    const crowd = `${PANES} panes, ${READERS} readers, ${VIEWERS} viewers`;
    yield await race(
      `from a key to its echo as an event, ${crowd}`,
      'ms',
      [late(OURS, 'ours', events), late('control mode itself', 'floor', direct)],
      effort,
    );
    yield await race(
      `from a key to its echo in a terminal, ${crowd}`,
      'ms',
      [late(OURS, 'ours', terminal), late('control mode itself', 'floor', direct)],
      effort,
    );
    yield await race(
      `a call over HTTP, ${AT_ONCE} at once, ${crowd}`,
      'ms',
      [
        { name: OURS, role: 'ours', sample: () => calls(server, '/api/operations/run.list') },
        { name: 'an empty answer', role: 'floor', sample: () => calls(server, '/healthz') },
      ],
      effort,
    );
    ground.note(`an event: ${await spread(() => typed(place, at(0), events), ground.quick ? 50 : 500)}`);
    ground.note(`a terminal: ${await spread(() => typed(place, at(0), terminal), ground.quick ? 50 : 500)}`);
    const { perSecond: commands } = await commandsOver(server, host, at(2), ground.quick ? 1_000 : 5_000);
    ground.note(`commands over HTTP, ${AT_ONCE} at once: ${Math.round(commands)} a second`);
    for (const path of READ_PATHS) {
      const rate = await wrk(server, path, ground.quick ? 2 : 10);
      const told = rate ? `${Math.round(rate.perSecond)} a second, p99 ${rate.p99}` : 'wrk is not installed';
      ground.note(`wrk on ${path}: ${told}`);
    }
    const before = await server.memory();
    const printed = ground.quick ? 5_000 : 50_000;
    yield await race(
      `memory for two who do not read, while ${printed} KB are printed`,
      'KB',
      [
        { name: OURS, role: 'ours', sample: () => flooded(place, at(1), printed, server, before) },
        { name: 'keeping all of it', role: 'peer', sample: async () => printed },
      ],
      { ...ground.effort(1, 0), rounds: 1 },
    );
    ground.note(`the server had ${empty} KB alone, and ${before} KB with ${crowd}`);
    for (const reader of readers) reader[Symbol.dispose]();
    await stream[Symbol.asyncDispose]();
    await tmux.request([['kill-session', '-t', '=bench-load']]);
  },
};

async function openPanes({ server: { tmux } }: Place): Promise<string[]> {
  const session = await tmux.ensureSession('bench-load', { command: ['cat'] });
  const opened = Array.from({ length: PANES - 1 }, () => ['new-window', '-d', '-t', '=bench-load:', 'cat']);
  await tmux.request(opened as [string, ...string[]][]);
  return (await session.panes()).map(({ id }) => id);
}

let typedSoFar = 0;

/** Types a word into a pane, and waits until somebody has seen it. */
async function typed({ server }: Place, pane: string, who: Pick<Reader, 'sees'> | undefined): Promise<void> {
  const word = `word-${++typedSoFar}-`;
  const seen = who?.sees(word);
  await server.tmux.request([['send-keys', '-l', '-t', pane, `${word}\n`]]);
  await seen;
}

function follow(
  events: AsyncIterable<{ readonly type: string; readonly data?: unknown }>,
): Pick<Reader, 'sees'> {
  const waiting = new Map<string, () => void>();
  let tail = '';
  void (async () => {
    for await (const { data } of events) {
      tail = (tail + String(data ?? '')).slice(-16_384);
      for (const [text, resolve] of waiting) if (tail.includes(text) && waiting.delete(text)) resolve();
    }
  })();
  return { sees: (text) => new Promise((resolve) => waiting.set(text, resolve)) };
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

/** Median and 99th percentile of what is done many times. */
async function spread(work: () => Promise<void>, times: number): Promise<string> {
  const samples: number[] = [];
  for (let index = 0; index < times; index++) samples.push(await milliseconds(work));
  samples.sort((a, b) => a - b);
  const at = (part: number): string => (samples[Math.floor(part * (times - 1))] ?? 0).toFixed(2);
  return `median ${at(0.5)} ms, p99 ${at(0.99)} ms, of ${times}`;
}

/** Keys into a pane, each a command for tmux, for so many milliseconds. */
async function commandsOver(
  { url, headers }: Served,
  host: string,
  target: string,
  forMs: number,
): Promise<{ readonly perSecond: number }> {
  const begin = performance.now();
  let done = 0;
  const body = JSON.stringify({ host, target, keys: ['x'] });
  const some = async (): Promise<void> => {
    while (performance.now() - begin < forMs) {
      const init = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body };
      const answer = await fetch(`${url}/api/operations/pane.keys`, init);
      if (!answer.ok) throw new Error(await answer.text());
      await answer.arrayBuffer();
      done++;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, some));
  return { perSecond: (done * 1_000) / (performance.now() - begin) };
}

/** KB that the server has grown by when a pane has printed much that two of its readers did not take. */
async function flooded(
  { server: { tmux } }: Place,
  pane: string,
  kilobytes: number,
  server: Served,
  before: number,
): Promise<number> {
  const lines = Math.round((kilobytes * 1024) / 64);
  const command = `yes ${'x'.repeat(62)} | head -n ${lines}; echo all-printed; exec cat`;
  await tmux.request([['respawn-pane', '-k', '-t', pane, 'sh', '-c', command]]);
  await tmux.pane(pane).waitForText('all-printed', { timeoutMs: 600_000 });
  return Math.max(1, (await server.memory()) - before);
}
