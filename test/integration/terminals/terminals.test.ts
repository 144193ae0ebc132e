import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenTerminals, openTerminals } from './open-terminals.js';
import { shownBy, shownIn } from './shown-by.js';

let open: OpenTerminals;
beforeAll(async () => {
  open = await openTerminals();
});
afterAll(() => open[Symbol.asyncDispose]());

describe('a terminal', () => {
  it('shows a full-screen editor as it is, takes keys for it, and shows what was beneath when it ends', async () => {
    const { tmux } = open.server;
    const editor = 'vim -u NONE -N -c "set nomore"';
    const pane = await open.run(['sh', '-c', `echo before; ${editor}; printf after; exec cat`]);
    await pane.waitForScreen(({ alternate, rows }) => alternate && rows[1] === '~', { timeoutMs: 120_000 });
    const seat = await open.join(pane, { mode: 'control' });
    await seat.frame('hello');
    await seat.viewer.type(Buffer.from('iführt 日本 👍\x1b'));
    await pane.waitForText('führt 日本 👍', { timeoutMs: 120_000 });
    await seat.until(() => seat.text.includes('👍'));
    const editing = await shownIn(tmux, pane);
    expect(editing.alternate).toBe(true);
    expect(editing.beneath[0]?.[0]?.text).toBe('before');
    const late = await open.join(pane);
    await late.until(() => late.text.includes('👍'));
    // Only what does not change by itself: vim takes its time to say that it has left insert mode.
    const shown = await shownBy(tmux, open.folder, late.bytes, { cols: 80, rows: 24 });
    expect(shown).toMatchObject({ alternate: true, beneath: editing.beneath });
    expect(shown.rows[0]).toEqual(editing.rows[0]);
    await seat.viewer.type(Buffer.from(':q!\r'));
    await late.until(() => late.text.includes('after'));
    const wanted = await shownIn(tmux, pane);
    expect(await shownBy(tmux, open.folder, late.bytes, { cols: 80, rows: 24 })).toEqual(wanted);
  });

  it('is sent by tmux once, however many look at it', async () => {
    const pane = await open.run(['cat']);
    const seats = await Promise.all(Array.from({ length: 50 }, () => open.join(pane)));
    await Promise.all(seats.map((seat) => seat.frame('hello')));
    const { sessionId } = await pane.info();
    const clients = await open.server.tmux.command('list-clients', '-t', sessionId, '-F', '#{client_flags}');
    expect(clients.filter((flags) => flags.includes('pause-after'))).toHaveLength(1);
    expect(open.hub.terminals).toBeGreaterThanOrEqual(1);
    await pane.sendText('for all\n');
    await Promise.all(seats.map((seat) => seat.until(() => seat.text.includes('for all\r\nfor all'))));
    await Promise.all(seats.map((seat) => seat.viewer.leave()));
  });

  it('gives nothing more to a viewer that does not acknowledge, and all of the screen when it does', async () => {
    const { tmux } = open.server;
    const script = 'read go; seq 1 300000; printf done; exec cat';
    const pane = await open.run(['sh', '-c', script]);
    const stuck = await open.join(pane, { acknowledges: false });
    const other = await open.join(pane);
    await Promise.all([stuck.frame('hello'), other.frame('hello')]);
    await pane.sendKeys('Enter');
    await other.until(() => other.text.includes('done'));
    expect(stuck.total).toBeLessThanOrEqual(256 * 1024);
    const before = stuck.total;
    stuck.viewer.acknowledge(before);
    expect(await stuck.frame('gap')).toEqual({ type: 'gap', reason: 'slow-viewer' });
    await stuck.until(() => stuck.bytes.subarray(before).includes('done'));
    const wanted = await shownIn(tmux, pane);
    const size = { cols: 80, rows: 24 };
    expect(await shownBy(tmux, open.folder, stuck.bytes, size)).toEqual(wanted);
    expect(await shownBy(tmux, open.folder, other.bytes, size)).toEqual(wanted);
  });

  it('takes a large paste in order, with brackets only where the program wants them', async () => {
    const lines = Array.from({ length: 4_000 }, (_, index) => `line ${index} ${'é'.repeat(20)}`);
    const pane = await open.run([
      'sh',
      '-c',
      `stty -echo; echo ready; cat > ${open.folder}/typed; echo saved; exec sleep 600`,
    ]);
    await pane.waitForText('ready', { timeoutMs: 120_000 });
    const seat = await open.join(pane, { mode: 'control' });
    await seat.frame('hello');
    const text = Buffer.from(`${lines.join('\r')}\r`);
    const pasted = Buffer.concat([Buffer.from('\x1b[200~'), text, Buffer.from('\x1b[201~')]);
    const typed = [
      seat.viewer.type(Buffer.from('first\r')),
      seat.viewer.type(pasted),
      seat.viewer.type(text),
    ];
    await Promise.all([...typed, seat.viewer.type(Buffer.from('last\r\x04'))]);
    await pane.waitForText('saved', { timeoutMs: 120_000 });
    const kept = await readFile(join(open.folder, 'typed'), 'utf8');
    expect(kept.split('\n')).toEqual(['first', ...lines, ...lines, 'last', '']);
  });

  it('shows no secret, also where one is being typed, and is exact again behind it', async () => {
    const { tmux } = open.server;
    const pane = await open.run(['cat']);
    const seat = await open.join(pane, { mode: 'control' });
    await seat.frame('hello');
    const secret = `ghp_${'a1B2'.repeat(9)}`;
    for (const key of `use ${secret} now`) await seat.viewer.type(Buffer.from(key));
    // The word itself may come in pieces, with a picture of the whole screen between them.
    await pane.waitForText(' now', { timeoutMs: 120_000 });
    await seat.until(() => seat.text.includes('****'));
    const late = await open.join(pane);
    await late.until(() => late.text.includes('****'));
    await seat.viewer.type(Buffer.from('\rplain\r'));
    await pane.waitForText(/plain[\s\S]*plain/, { timeoutMs: 120_000 });
    await seat.until(() => seat.text.includes('plain'));
    for (const { text } of [seat, late]) expect(text).not.toContain('ghp_a1B2');
    const shown = await shownBy(tmux, open.folder, late.bytes, { cols: 80, rows: 24 });
    expect(shown.rows[0]?.map(({ text }) => text).join('')).toBe('use **** now');
  });

  it('begins with what scrolled away for those who ask for it', async () => {
    const pane = await open.run(['sh', '-c', 'seq 1 100; printf end; exec cat']);
    await pane.waitForText('end', { timeoutMs: 120_000 });
    const seat = await open.join(pane, { history: 1_000 });
    await seat.until(() => seat.text.includes('end'));
    const lines = seat.text
      .replace(/\x1b\][^\x07]*\x07|\x1b\[[0-9;?]*[A-Za-z]|\x1b[>()]B?|[\x0f\r]/g, '\n')
      .split(/\n+/);
    const numbers = lines.filter((line) => /^\d+$/.test(line)).map(Number);
    expect(numbers).toEqual(Array.from({ length: 100 }, (_, index) => index + 1));
  });
});

describe('the size of a terminal', () => {
  it('is what a viewer wishes while nobody is attached, and tmux decides again when it leaves', async () => {
    const { tmux } = open.server;
    const pane = await open.run(['cat']);
    const { windowId } = await pane.info();
    const seat = await open.join(pane, { mode: 'control' });
    const other = await open.join(pane);
    await Promise.all([seat.frame('hello'), other.frame('hello')]);
    await seat.viewer.resize(100, 30);
    expect(await other.frame('resize')).toEqual({ type: 'resize', cols: 100, rows: 30 });
    expect(await pane.info()).toMatchObject({ width: 100, height: 30 });
    await seat.viewer.leave();
    expect(await tmux.command('show-options', '-w', '-v', '-t', windowId, 'window-size')).toEqual([]);
    await other.viewer.resize(50, 20);
    expect(await other.frame('error')).toMatchObject({ code: 'FORBIDDEN' });
  });

  it('stays what it is while a person is attached, and becomes that of a person who comes', async () => {
    const { tmux, socket } = open.server;
    const pane = await open.run(['cat']);
    const seat = await open.join(pane, { mode: 'control' });
    await seat.frame('hello');
    await seat.viewer.resize(100, 30);
    expect(await seat.frame('resize')).toMatchObject({ cols: 100 });
    const { sessionName } = await pane.info();
    // A person: a client with a terminal, which is a pane of 70 columns.
    const attach = ['env', '-u', 'TMUX', 'tmux', '-L', socket, 'attach', '-t', `=${sessionName}`];
    const person = await open.run(attach, { cols: 70, rows: 20 });
    await seat.until(() => seat.frames.some((frame) => frame.type === 'resize' && frame.cols === 70));
    await seat.viewer.resize(90, 30);
    expect(await pane.info()).toMatchObject({ width: 70 });
    await tmux.pane(person.id).kill();
  });
});

describe('a viewer', () => {
  it('is told of the end of its pane, and of the tmux server', async () => {
    await using own = await openTerminals();
    const [one, two] = [await own.run(['cat']), await own.run(['cat'])];
    const seats = [await own.join(one), await own.join(two)] as const;
    await Promise.all(seats.map((seat) => seat.frame('hello')));
    await one.kill();
    expect(await seats[0].frame('closed')).toEqual({ type: 'closed', reason: 'pane-exited' });
    await own.server.tmux.killServer();
    expect(await seats[1].frame('closed')).toEqual({ type: 'closed', reason: 'server-exited' });
    expect(own.hub.terminals).toBe(0);
  });

  it('gets a paint after a gap when the link to tmux was cut', async () => {
    const pane = await open.run(['cat']);
    const seat = await open.join(pane);
    await seat.frame('hello');
    const { sessionId } = await pane.info();
    const { tmux } = open.server;
    const clients = await tmux.command(
      'list-clients',
      '-t',
      sessionId,
      '-F',
      '#{client_flags} #{client_name}',
    );
    const ours = clients.find((client) => client.includes('pause-after'))?.split(' ')[1] ?? '';
    await tmux.command('detach-client', '-t', ours);
    await pane.sendText('meanwhile\n');
    expect(await seat.frame('gap')).toEqual({ type: 'gap', reason: 'reconnected' });
    await seat.until(() => seat.text.includes('meanwhile'));
  });
});
