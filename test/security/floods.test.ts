import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { type OpenServer, openServer } from '../integration/server/open-server.js';
import { sized } from '../soak.js';

let open: OpenServer;
beforeAll(async () => {
  open = await openServer();
});
afterAll(() => open[Symbol.asyncDispose]());

const MEGABYTES = sized(8, 100);
const SEQUENCES = sized(40_000, 200_000);

/** What a program can print to make somebody work, each in one line without an end. */
const FLOODS: Readonly<Record<string, string>> = {
  'one line': `head -c ${MEGABYTES * 1_000_000} /dev/zero | tr '\\0' x`,
  'one line of words that begin secrets': `yes 'eyJabcdefgh password=' | tr -d '\\n' | head -c ${MEGABYTES * 1_000_000}`,
  titles: `awk 'BEGIN { for (i = 0; i < ${SEQUENCES}; i++) printf "\\033]2;title %d\\007", i }'`,
  links: `awk 'BEGIN { for (i = 0; i < ${SEQUENCES}; i++) printf "\\033]8;;http://a/%d\\033\\\\x\\033]8;;\\033\\\\", i }'`,
  'open strings': `awk 'BEGIN { for (i = 0; i < ${SEQUENCES}; i++) printf "\\033]2;%s", "never ended" }'`,
  'zero bytes': `head -c ${MEGABYTES * 100_000} /dev/zero`,
};

/** Asks for the health of the server again and again, and looks at its memory, until it is told to stop. */
function probes(): AsyncDisposable & { stop(): Promise<{ answered: number; grown: number }> } {
  const before = process.memoryUsage().rss;
  let [answered, grown, stopped] = [0, 0, false];
  const asking = (async () => {
    while (!stopped) {
      expect((await open.fetch('/healthz')).status).toBe(200);
      answered += 1;
      grown = Math.max(grown, process.memoryUsage().rss - before);
    }
  })();
  asking.catch(() => {});
  return {
    async stop() {
      stopped = true;
      await asking;
      return { answered, grown };
    },
    async [Symbol.asyncDispose]() {
      stopped = true;
      await asking.catch(() => {});
    },
  };
}

/** A viewer that draws at its pace and keeps nothing. */
function viewer(target: string): { readonly socket: WebSocket; seen: number } {
  const query = new URLSearchParams({ target, host: open.here.host });
  const socket = new WebSocket(`${open.url.replace(/^http/, 'ws')}/api/terminals?${query}`, {
    headers: { authorization: `Bearer ${open.token}` },
  });
  const state = { socket, seen: 0 };
  socket.on('message', (data: Buffer, isBinary) => {
    if (!isBinary) return;
    state.seen += data.length;
    socket.send(JSON.stringify({ type: 'ack', bytes: data.length }));
  });
  socket.on('error', () => {});
  return state;
}

const MOST_MEMORY = 400_000_000;

describe.each(Object.entries(FLOODS))('a program that prints %s', (name, command) => {
  it('keeps nobody else waiting, and grows nothing', async () => {
    const script = join(open.here.folder, `flood-${Object.keys(FLOODS).indexOf(name)}.sh`);
    await writeFile(script, `read -r go; ${command}; printf '\\033\\\\\\nflood over\\n? '; read -r x`);
    const run = await open.call('run.start', { host: open.here.host, command: ['bash', script] });
    const target = { target: run.paneId, host: open.here.host };
    const recording = await open.call('recording.start', target);
    const watching = viewer(run.paneId);
    await open.call('run.wait', { run: run.id, until: 'prompt' });
    await using probe = probes();
    await open.call('run.input', { run: run.id, text: 'go' });
    await open.call('pane.wait', { ...target, text: 'flood over', timeoutMs: 200_000 });
    const read = await open.call('pane.read', { ...target, lines: 1_000 });
    await open.call('run.output', { run: run.id });
    await open.call('run.input', { run: run.id, text: 'end' });
    await open.call('run.wait', { run: run.id, until: 'finished', timeoutMs: 200_000 });
    const { lines } = await open.call('run.output', { run: run.id });
    await open.call('recording.stop', { id: recording.id });
    const part = await open.call('recording.read', { id: recording.id });
    const picture = await open.call('recording.image', { id: recording.id });
    const { answered, grown } = await probe.stop();
    watching.socket.terminate();
    expect(JSON.stringify(read)).toContain('flood over');
    expect(lines.length).toBeGreaterThan(0);
    expect(part.size).toBeGreaterThan(0);
    expect(picture.image.width).toBeGreaterThan(0);
    expect(watching.seen).toBeGreaterThan(0);
    expect(answered).toBeGreaterThan(20);
    expect(grown).toBeLessThan(MOST_MEMORY);
  });
});
