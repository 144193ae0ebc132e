import { expect, it } from 'vitest';
import { scriptedProgram } from '../../../../src/testing/scripted-program.js';
import type { PaneEvent } from '../../../../src/tmux/pane-events.js';
import type { PaneStream } from '../../../../src/tmux/pane-stream.js';
import type { StartTmux } from '../places.js';

/** Output as it comes. */
export function streamsSuite(start: StartTmux): void {
  it('loses and doubles nothing between live and closed', async () => {
    await using server = await start();
    const session = await server.tmux.ensureSession('main');
    const program = scriptedProgram([
      { readLine: true },
      { lines: 20_000 },
      { print: 'END' },
      { readLine: true },
    ]);
    const pane = await session.newWindow({ command: program });
    const stream = pane.text({ maxBufferedBytes: 64 * 1024 * 1024 });
    await stream.live;
    await pane.sendKeys('Enter');
    const { text, gaps } = await readUntil(stream, 'END');
    expect(gaps).toEqual([]);
    const numbers = [...text.matchAll(/line (\d+)\r\n/g)].map((match) => Number(match[1]));
    expect(numbers).toHaveLength(20_000);
    expect(numbers.every((number, i) => number === i + 1)).toBe(true);
  });

  it('gives bytes as they are, and text with split characters put together', async () => {
    await using server = await start();
    const session = await server.tmux.ensureSession('main');
    const script =
      'read x; i=0; while [ $i -lt 50 ]; do printf "\\303"; printf "\\251\\033[1m"; i=$((i+1)); done; printf "END\\377\\001END"; read x';
    const pane = await session.newWindow({ command: ['sh', '-c', script] });
    const text = pane.text();
    const bytes = pane.bytes();
    await Promise.all([text.live, bytes.live]);
    await pane.sendKeys('Enter');
    const shown = await readUntil(text, /END.*END/s);
    expect(shown.text.replaceAll('\r\n', '')).toBe(`${'é\x1b[1m'.repeat(50)}END\ufffd\x01END`);
    const raw: Buffer[] = [];
    for await (const event of bytes) {
      if (event.type === 'output') raw.push(event.data);
      if (Buffer.concat(raw).includes('\x01END')) break;
    }
    expect(Buffer.concat(raw).includes(Buffer.from([0xff, 0x01]))).toBe(true);
  });

  it('is live also in a session where a program prints all it can', async () => {
    await using server = await start();
    const session = await server.tmux.ensureSession('main');
    const flood = await session.newWindow({ command: ['yes', 'flood '.repeat(20)] });
    const quiet = await session.newWindow({ command: ['cat'] });
    const streams = [flood.text(), quiet.text()];
    await Promise.all(streams.map((stream) => stream.live));
    await quiet.sendText('hello\n');
    await quiet.waitForText('hello\nhello');
    await flood.kill();
    await Promise.all(streams.map((stream) => stream.close()));
  });

  it('follows panes of several sessions at once', async () => {
    await using server = await start();
    const streams = await Promise.all(
      ['one', 'two', 'three'].map(async (name) => {
        const session = await server.tmux.ensureSession(name);
        const pane = await session.newWindow({ command: ['cat'] });
        const stream = pane.text();
        await stream.live;
        await pane.sendText(`from ${name}\n`);
        return (await readUntil(stream, `from ${name}\r\nfrom ${name}`)).text;
      }),
    );
    expect(streams.map((text) => /from (\w+)/.exec(text)?.[1])).toEqual(['one', 'two', 'three']);
  });

  it('ends when the pane ends, in a window of its own and in a split one', async () => {
    await using server = await start();
    const session = await server.tmux.ensureSession('main');
    const alone = await session.newWindow({ command: ['cat'] });
    const beside = await (await session.newWindow({ command: ['cat'] })).split({ command: ['cat'] });
    for (const pane of [alone, beside]) {
      const stream = pane.text();
      await stream.live;
      await pane.kill();
      expect((await events(stream)).at(-1)).toEqual({ type: 'closed', reason: 'pane-exited' });
    }
  });

  it('delivers the last output before the end, whatever else happens in the session', async () => {
    await using server = await start();
    const session = await server.tmux.ensureSession('main');
    const other = await session.newWindow({ command: ['cat'] });
    for (let round = 0; round < 5; round++) {
      const pane = await session.newWindow({ command: ['sh', '-c', 'read x; seq 2000; echo LAST; read y'] });
      const stream = pane.text();
      await stream.live;
      await pane.sendKeys('Enter');
      await pane.waitForText('LAST');
      await Promise.all([pane.kill(), other.split({ command: ['true', 'x'] })]);
      const text = (await events(stream))
        .map((event) => (event.type === 'output' ? event.data : ''))
        .join('');
      expect(text).toContain('LAST');
    }
  });

  it('puts the gap where output is missing, when tmux sends its client away', async () => {
    await using server = await start();
    const { tmux } = server;
    const session = await tmux.ensureSession('main');
    const script =
      'read x; i=0; while :; do i=$((i+1)); echo "n $i"; [ $((i % 200)) = 0 ] && sleep 0.02; done';
    const pane = await session.newWindow({ command: ['sh', '-c', script] });
    const stream = pane.text({ maxBufferedBytes: 64 * 1024 * 1024 });
    await stream.live;
    await pane.sendKeys('Enter');
    const before = Number((await tmux.command('display-message', '-p', '#{client_pid}'))[0]);
    let [text, gaps, afterGap] = ['', 0, false];
    let last = 0;
    let sentAway = false;
    for await (const event of stream) {
      if (event.type === 'gap') {
        gaps++;
        afterGap = true;
        text = '';
      }
      if (event.type === 'output') text += event.data;
      const lines = text.split('\n');
      text = lines.pop() ?? '';
      for (const line of lines) {
        const number = Number(/^n (\d+)/.exec(line)?.[1]);
        // After a gap a line may begin in the middle.
        if (!afterGap && last > 0) expect(number).toBe(last + 1);
        afterGap = false;
        last = number;
      }
      if (!sentAway && last > 1_000) {
        const clients = await tmux.command('list-clients', '-F', '#{client_pid} #{client_name}');
        const watcher = clients.map((line) => line.split(' ')).find(([pid]) => Number(pid) !== before);
        await tmux.command('detach-client', '-t', watcher?.[1] ?? '');
        sentAway = true;
      }
      if (gaps > 0 && last > 0 && !afterGap) break;
    }
    expect(gaps).toBe(1);
  });

  it('ends all streams when the server ends', async () => {
    await using server = await start();
    const session = await server.tmux.ensureSession('main');
    const pane = await session.newWindow({ command: ['cat'] });
    const stream = pane.text();
    await stream.live;
    await server.tmux.killServer();
    expect((await events(stream)).at(-1)).toEqual({ type: 'closed', reason: 'server-exited' });
  });

  it('follows a pane to another session and says that something may be missing', async () => {
    await using server = await start();
    const { tmux } = server;
    const from = await tmux.ensureSession('from');
    const to = await tmux.ensureSession('to');
    const pane = await from.newWindow({ command: ['cat'] });
    const stream = pane.text();
    await stream.live;
    const iterator = stream[Symbol.asyncIterator]();
    await tmux.command('move-window', '-d', '-s', (await pane.info()).windowId, '-t', `${to.id}:`);
    expect((await iterator.next()).value).toEqual({ type: 'gap', reason: 'moved', droppedBytes: undefined });
    await pane.sendText('still here\n');
    let text = '';
    while (!text.includes('still here')) {
      const { value } = await iterator.next();
      if (value?.type === 'output') text += value.data;
      else throw new Error(`unexpected ${JSON.stringify(value)}`);
    }
    await iterator.return?.();
  });

  it('emits the output of watched panes on the client, too', async () => {
    await using server = await start();
    const session = await server.tmux.ensureSession('main');
    const pane = await session.newWindow({ command: ['cat'] });
    const stream = pane.bytes();
    await stream.live;
    const seen = new Promise<string>((resolve) => {
      let text = '';
      server.tmux.on('output', (output) => {
        expect(output.pane).toBe(pane.id);
        text += output.data.toString();
        if (text.includes('hello')) resolve(text);
      });
    });
    await pane.sendText('hello\n');
    expect(await seen).toContain('hello');
    await stream.close();
  });

  it('says that a pane which is not there cannot be watched', async () => {
    await using server = await start();
    await expect(server.tmux.pane('%4711').text().live).rejects.toMatchObject({ code: 'PANE_NOT_FOUND' });
  });

  it('tells of windows and sessions that come and go', async () => {
    await using server = await start();
    const { tmux } = server;
    const seen: string[] = [];
    const enough = new Promise<void>((resolve) => {
      tmux.on('notification', (notification) => {
        seen.push(notification.type);
        if (seen.includes('window-add') && seen.includes('window-close') && seen.includes('sessions-changed'))
          resolve();
      });
    });
    const session = await tmux.ensureSession('new');
    const pane = await session.newWindow({ command: ['cat'] });
    await pane.kill();
    await session.kill();
    await enough;
  });
}

async function readUntil(
  stream: PaneStream<string>,
  end: string | RegExp,
): Promise<{ text: string; gaps: PaneEvent<string>[] }> {
  let text = '';
  const gaps: PaneEvent<string>[] = [];
  for await (const event of stream) {
    if (event.type === 'output') text += event.data;
    else gaps.push(event);
    const tail = text.slice(-4096);
    if (typeof end === 'string' ? tail.includes(end) : end.test(tail)) break;
  }
  return { text, gaps };
}

async function events(stream: PaneStream<string>): Promise<PaneEvent<string>[]> {
  const all: PaneEvent<string>[] = [];
  for await (const event of stream) all.push(event);
  return all;
}
