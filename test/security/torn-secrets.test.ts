import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenServer, openServer } from '../integration/server/open-server.js';
import { TerminalClient } from '../integration/server/terminal-client.js';

const SECRET = 'größe 日本 geheimnis';
const HIDDEN = /größe|geheimnis/;

/** Prints a secret up to a byte inside a character, and the rest when somebody has joined. */
function script(bytes: number): string {
  const all = Buffer.from(SECRET);
  const written = (part: Buffer): string =>
    [...part].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('');
  return `stty -echo; printf 'it is ${written(all.subarray(0, bytes))}'; read -r x
printf '${written(all.subarray(bytes))}\\r\\nnext\\r\\n'; read -r y`;
}

let open: OpenServer;
beforeAll(async () => {
  open = await openServer();
});
afterAll(() => open[Symbol.asyncDispose]());

describe('a secret that somebody joins in the middle of a character of it', () => {
  // Inside ö, and behind the first and the second byte of 日.
  it.each([3, 9, 10])('is hidden from a watcher, a viewer and a recording: %i bytes', async (bytes) => {
    const { host } = open.here;
    const { id, paneId } = await open.call('run.start', {
      host,
      command: ['sh', '-c', script(bytes)],
      redact: [SECRET],
    });
    await open.call('run.wait', { run: id, until: 'prompt' });
    const watch = await open.fetch(
      `/api/operations/pane.watch?${new URLSearchParams({ target: paneId, host })}`,
    );
    const reader = watch.body?.pipeThrough(new TextDecoderStream()).getReader();
    let watched = String((await reader?.read())?.value);
    const recording = await open.call('recording.start', { target: paneId, host });
    await using viewer = new TerminalClient(open.url, { target: paneId, host }, { token: open.token });
    await viewer.until(() => viewer.frames.length > 0 && viewer.bytes.length > 0);
    await open.call('pane.keys', { target: paneId, host, keys: ['Enter'] });
    while (!watched.includes('next')) watched += String((await reader?.read())?.value);
    await reader?.cancel();
    expect(watched).not.toMatch(HIDDEN);
    await viewer.until(() => viewer.text.includes('next'));
    expect(viewer.text).not.toMatch(HIDDEN);
    await open.call('recording.stop', { id: recording.id });
    const { data } = await open.call('recording.read', { id: recording.id });
    expect(data).toContain('next');
    expect(data).not.toMatch(HIDDEN);
    await open.call('run.end', { run: id });
  });
});
