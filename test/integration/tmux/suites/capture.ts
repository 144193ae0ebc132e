import { expect, it } from 'vitest';
import { cursorLine } from '../../../../src/screen/screen.js';
import { scriptedProgram } from '../../../../src/testing/scripted-program.js';
import type { CaptureOptions } from '../../../../src/tmux/capture.js';
import type { Pane } from '../../../../src/tmux/pane.js';
import type { StartTmux } from '../places.js';

/** What a pane shows. */
export function captureSuite(start: StartTmux): void {
  it('gives the visible lines, N lines of history, or all there is [A4]', async () => {
    await using server = await start();
    const session = await server.tmux.ensureSession('sized', { size: { width: 80, height: 10 } });
    const pane = await session.newWindow({ command: scriptedProgram([{ lines: 500 }, { readLine: true }]) });
    await pane.waitForText('line 500');
    const numbers = async (options: CaptureOptions = {}): Promise<number[]> =>
      [...(await pane.capture(options)).matchAll(/line (\d+)\n/g)].map((match) => Number(match[1]));
    const visible = (await numbers()).length;
    expect(visible).toBeGreaterThan(7);
    expect(await numbers()).toEqual(range(500 - visible + 1, 500));
    expect(await numbers({ history: 20 })).toEqual(range(500 - visible - 20 + 1, 500));
    expect(await numbers({ history: 'all' })).toEqual(range(1, 500));
    expect(await numbers({ history: 10_000 })).toEqual(range(1, 500));
  });

  it('gives an empty pane as the empty string, and drops unused rows', async () => {
    await using server = await start();
    const session = await server.tmux.ensureSession('main');
    const empty = await session.newWindow({ command: scriptedProgram([{ readLine: true }]) });
    expect(await empty.capture()).toBe('');
    const three = await show(await server.tmux.ensureSession('main'), 'line1\nline2\nline3');
    await three.waitForText('line3');
    expect(await three.capture()).toBe('line1\nline2\nline3\n');
  });

  it('gives colours with ansi, and wrapped lines whole with joined', async () => {
    await using server = await start();
    const session = await server.tmux.ensureSession('sized', { size: { width: 20, height: 10 } });
    const long = `start ${'x'.repeat(30)} end`;
    const pane = await show(session, `\x1b[31mred\x1b[0m\n${long}`);
    await pane.waitForText('end');
    expect(await pane.capture({ ansi: true })).toContain('\x1b[31mred');
    expect(await pane.capture()).not.toContain('\x1b');
    expect(await pane.capture()).not.toContain(long);
    expect(await pane.capture({ joined: true })).toContain(long);
  });

  it('tells rows, wrapped lines, cursor, size and title of one moment', async () => {
    await using server = await start();
    const session = await server.tmux.ensureSession('sized', { size: { width: 20, height: 5 } });
    const pane = await show(session, '\x1b]2;my title\x07first\nEnter the very long answer here: ');
    const screen = await pane.waitForText('here:');
    expect(screen).toMatchObject({ width: 20, height: 5, title: 'my title', alternate: false, dead: false });
    expect(screen.rows).toHaveLength(5);
    expect(screen.rows.slice(0, 3)).toEqual(['first', 'Enter the very long', 'answer here:']);
    expect(cursorLine(screen)).toBe('Enter the very long answer here:');
    expect(screen.cursor).toEqual({ x: 13, y: 2, visible: true });
  });

  it('knows the alternate screen, a hidden cursor and wide characters', async () => {
    await using server = await start();
    const session = await server.tmux.ensureSession('main');
    const pane = await show(session, 'before\n\x1b[?1049h\x1b[2J\x1b[H\x1b[?25l日本 ✓ é');
    const screen = await pane.waitForText('日本');
    expect(screen).toMatchObject({ alternate: true, cursor: { x: 8, y: 0, visible: false } });
    expect(screen.rows[0]).toBe('日本 ✓ é');
  });

  it('gives the looks of text, which go on over the ends of rows', async () => {
    await using server = await start();
    const session = await server.tmux.ensureSession('sized', { size: { width: 20, height: 8 } });
    const pane = await show(
      session,
      '\x1b[2mdim\x1b[22m \x1b[90mgray\nstill gray\x1b[0m \x1b[7mr\x1b[27mx\n' +
        '\x1b[38;5;244mp\x1b[38;2;1;2;3mt\x1b[48;5;237mb\x1b[0m \x1b[4:3mcurly\x1b[0m\n' +
        '\x1b]8;;https://x.example/\x1b\\link\x1b]8;;\x1b\\ \x1b(0lqk\x1b(B\n> ',
    );
    await pane.waitForText('>');
    const { styledRows } = await pane.styledScreen();
    const looks = styledRows.map((row) =>
      row
        .filter((run) => run.text.trim() !== '')
        .map(({ text, dim, reverse, foreground, background }) =>
          [text.trim(), dim && 'dim', reverse && 'reverse', foreground, background].filter(Boolean).join(' '),
        ),
    );
    expect(looks.slice(0, 5)).toEqual([
      ['dim dim', 'gray 90'],
      ['still gray 90', 'r reverse', 'x'],
      ['p 38;5;244', 't 38;2;1;2;3', 'b 38;2;1;2;3 48;5;237', 'curly'],
      ['link ┌─┐'],
      ['>'],
    ]);
  });

  it('gives a styled screen the rows, lines, cursor and title that a plain one has', async () => {
    await using server = await start();
    const session = await server.tmux.ensureSession('sized', { size: { width: 20, height: 6 } });
    const pane = await show(
      session,
      '\x1b]2;my title\x07\x1b[?25l\x1b[1mfirst\x1b[0m\n日本 é\n\x1b[31mEnter the very long answer here:\x1b[0m ',
    );
    const plain = await pane.waitForText('here:');
    const { styledRows, ...rest } = await pane.styledScreen();
    expect(rest).toEqual(plain);
    expect(
      styledRows.map((row) =>
        row
          .map((run) => run.text)
          .join('')
          .trimEnd(),
      ),
    ).toEqual(plain.rows);
    expect(cursorLine(rest)).toBe('Enter the very long answer here:');
  });

  it('refuses a styled screen of a pane that is gone', async () => {
    await using server = await start();
    const session = await server.tmux.ensureSession('main');
    const pane = await show(session, 'x');
    await pane.kill();
    await expect(pane.styledScreen()).rejects.toMatchObject({ code: 'PANE_NOT_FOUND' });
  });
}

async function show(
  session: { newWindow(options: { command: string[] }): Promise<Pane> },
  text: string,
): Promise<Pane> {
  return session.newWindow({ command: scriptedProgram([{ print: text }, { readLine: true }]) });
}

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, i) => first + i);
}
