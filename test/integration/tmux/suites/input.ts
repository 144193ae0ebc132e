import { expect, it } from 'vitest';
import type { IsolatedTmux } from '../../../../src/testing/isolated-tmux.js';
import type { Pane } from '../../../../src/tmux/pane.js';
import type { StartTmux } from '../places.js';

/** Typing, keys and pasting. */
export function inputSuite(start: StartTmux): void {
  it('types any bytes exactly, NUL and invalid UTF-8 too [A4]', async () => {
    await using server = await start();
    const bytes = Buffer.from([...Array(256).keys(), ...Buffer.from('é€😀 ;Enter C-c -l'), 0xff, 0x00, 0xc3]);
    await using program = await byteRecorder(server, bytes.length);
    await program.pane.sendText(bytes);
    expect(await program.received()).toEqual(bytes);
  });

  it('types a megabyte in order', async () => {
    await using server = await start();
    const text = Array.from({ length: 60_000 }, (_, i) => `line ${i} é€`).join(' ');
    await using program = await byteRecorder(server, Buffer.byteLength(text));
    await program.pane.sendText(text);
    expect((await program.received()).toString()).toBe(text);
  });

  it('types text literally, also where it looks like a key, an option or a format', async () => {
    await using server = await start();
    const session = await server.tmux.ensureSession('main');
    const pane = await session.newWindow({ command: ['cat'] });
    for (const text of ['Enter', 'C-c', '-t x', '#{pid}', 'a;', "it's", '~', '$HOME', '\\033']) {
      await pane.sendText(text);
      await pane.sendKeys('Enter');
      await pane.waitForText(`${text}\n${text}`);
    }
  });

  it('presses named keys, chords and characters', async () => {
    await using server = await start();
    await using program = await byteRecorder(server, 12);
    await program.pane.sendKeys('C-a', 'Escape', 'Up', 'Tab', 'Enter', 'M-x', ';', 'BSpace', '-');
    expect((await program.received()).toString()).toBe('\x01\x1b\x1b[A\t\r\x1bx;\x7f-');
  });

  it('refuses an unknown key before anything is sent', async () => {
    await using server = await start();
    const session = await server.tmux.ensureSession('main');
    const pane = await session.newWindow({ command: ['cat'] });
    await expect(pane.sendKeys('a', 'Entre')).rejects.toMatchObject({ code: 'UNKNOWN_KEY' });
    await pane.sendText('b\n');
    expect((await pane.waitForText('b\nb')).rows[0]).toBe('b');
  });

  it('pastes in brackets where the program asked for them, and plain where it did not [A4]', async () => {
    await using server = await start();
    await using bracketed = await byteRecorder(server, 12 + 7, '\\033[?2004h');
    await bracketed.pane.paste('a\nb\x03é;');
    expect((await bracketed.received()).toString()).toBe('\x1b[200~a\rb\x03é;\x1b[201~');
    await using plain = await byteRecorder(server, 3);
    await plain.pane.paste('a\nb');
    expect((await plain.received()).toString()).toBe('a\rb');
    await using linefeeds = await byteRecorder(server, 3);
    await linefeeds.pane.paste('a\nb', { newline: 'lf' });
    expect((await linefeeds.received()).toString()).toBe('a\nb');
  });

  it('pastes a megabyte of any bytes, and leaves no buffer behind', async () => {
    await using server = await start();
    const bytes = Buffer.from(
      Array.from({ length: 1_000_000 }, (_, i) => (i * 31) % 256).filter((byte) => byte !== 10),
    );
    await using program = await byteRecorder(server, bytes.length);
    await program.pane.paste(bytes);
    expect((await program.received()).equals(bytes)).toBe(true);
    expect(await server.tmux.command('list-buffers')).toEqual([]);
    await expect(server.tmux.pane('%999').paste('secret')).rejects.toMatchObject({ code: 'PANE_NOT_FOUND' });
    expect(await server.tmux.command('list-buffers')).toEqual([]);
  });

  it('leaves copy mode before it types, so that nothing is swallowed', async () => {
    await using server = await start();
    const session = await server.tmux.ensureSession('main');
    const pane = await session.newWindow({ command: ['cat'] });
    await server.tmux.command('copy-mode', '-t', pane.id);
    expect((await pane.screen()).inMode).toBe(true);
    await pane.sendText('typed\n');
    await pane.waitForText('typed\ntyped');
    expect((await pane.screen()).inMode).toBe(false);
  });

  it('says that a program has ended instead of typing into nothing', async () => {
    await using server = await start();
    const session = await server.tmux.ensureSession('main');
    await server.tmux.globalOptions.set('remain-on-exit', 'on');
    const pane = await session.newWindow({ command: ['true', 'x'] });
    await pane.waitForExit();
    await expect(pane.sendText('x')).rejects.toMatchObject({ code: 'PANE_DEAD' });
    await expect(pane.sendKeys('Enter')).rejects.toMatchObject({ code: 'PANE_DEAD' });
    await expect(pane.paste('x')).rejects.toMatchObject({ code: 'PANE_DEAD' });
  });
}

interface ByteRecorder extends AsyncDisposable {
  readonly pane: Pane;
  /** What the program was sent, once it has all. */
  received(): Promise<Buffer>;
}

/** A program that takes its terminal raw and writes exactly what it is sent to a file. */
async function byteRecorder(server: IsolatedTmux, count: number, greeting = ''): Promise<ByteRecorder> {
  const session = await server.tmux.ensureSession('main');
  const file = `/tmp/${server.socket}-${count}-${Math.random().toString(36).slice(2)}`;
  const script = `stty raw -echo; printf '${greeting}ready'; head -c ${count} > "$1"; printf ' all'; exec cat > /dev/null`;
  const pane = await session.newWindow({ command: ['sh', '-c', script, 'sh', file] });
  await pane.waitForText('ready');
  return {
    pane,
    received: async () => {
      await pane.waitForText('ready all');
      return (await server.host.files.read(file)).data;
    },
    [Symbol.asyncDispose]: () => server.host.files.remove(file),
  };
}
