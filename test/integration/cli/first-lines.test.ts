import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { firstHelp } from '../../../src/cli/help.js';
import { openTerminal, type Terminal } from './terminal.js';

const slow = { timeoutMs: 120_000 };

/** What a newcomer does with each line of `mux` alone, in the order of the lines, and what has to come of it. */
const lines: Readonly<Record<string, (terminal: Terminal, line: string) => Promise<void>>> = {
  'mux doctor': async (terminal, line) => {
    expect(await terminal.output(line)).toMatch(/^ok +tmux +\d/m);
  },
  'mux run -- npm init': async ({ enter, pane }, line) => {
    await enter(`clear; ${line}; echo "init $?"`);
    await pane.waitForCursorLine(/^package name:/, slow);
    await pane.sendKeys('C-c');
    await pane.waitForText(/init \d+/, slow);
  },
  'mux spawn dev -- npm run dev': async (terminal, line) => {
    expect(await terminal.output(line)).toMatch(/^dev is running/);
  },
  'mux ls': async (terminal, line) => {
    const shown = await terminal.output(line);
    expect(shown).toMatch(/^WORKER +STATE +SINCE +COMMAND\ndev +running /);
  },
  'mux logs -f dev': async ({ enter, pane }, line) => {
    await enter(`clear; ${line}; echo "logs $?"`);
    await pane.waitForText(/^listening$/m, slow);
    await pane.sendKeys('C-c');
    await pane.waitForText('logs 130', slow);
  },
  'mux send dev help': async (terminal, line) => {
    expect(await terminal.output(line)).toBe('typed\n');
  },
  'mux attach dev': async ({ enter, pane }, line) => {
    await enter(`clear; ${line}; echo "attach $?"`);
    await pane.waitForText('got help', slow);
    await pane.sendKeys('C-b', 'd');
    await pane.waitForText('attach 0', slow);
  },
  'mux inbox': async (terminal, line) => {
    expect(await terminal.output(`${line}; echo "code $?"`)).toContain('code 0');
  },
  'mux serve --open': async ({ enter, pane }, line) => {
    await enter(`clear; ${line}; echo "serve $?"`);
    await pane.waitForText(/http:\/\/(?:127\.0\.0\.1|localhost):\d+/, slow);
    await pane.sendKeys('C-c');
    await pane.waitForText(/serve \d+/, slow);
  },
  'mux mcp': async ({ enter, pane }, line) => {
    await enter(`clear; ${line}; echo "mcp $?"`);
    // The shell reads keys, and would leave the end of the line as a key to the program that it starts.
    const inFront = async () => (await pane.info()).command;
    await expect.poll(inFront, { timeout: slow.timeoutMs }).toMatch(/^(?:node|mux)/);
    const question = { jsonrpc: '2.0', id: 1, method: 'ping' };
    await enter(JSON.stringify(question));
    await pane.waitForText('"result":{}', slow);
    await pane.sendKeys('C-d');
    await pane.waitForText('mcp 0', slow);
  },
};

it('works line by line as mux alone says', { timeout: 600_000 }, async () => {
  await using terminal = await openTerminal();
  const home = join(terminal.mux.folder, 'home');
  const dev = 'echo listening; while read -r line; do echo "got $line"; done';
  await writeFile(
    join(terminal.mux.folder, 'work', 'package.json'),
    JSON.stringify({ name: 'shop', scripts: { dev } }),
  );
  // Another server may listen on the usual port of this machine, and nobody is here to look at a browser.
  await mkdir(join(home, '.config', 'muxwright'), { recursive: true });
  await writeFile(join(home, '.config', 'muxwright', 'muxwright.yaml'), 'server: { port: 0 }\n');
  await terminal.output('export BROWSER=true; unset XDG_CONFIG_HOME');
  const shown = [...firstHelp().matchAll(/^ {2}(mux .*?) {2,}/gm)].map(([, line = '']) => line);
  expect(shown).toEqual(Object.keys(lines));
  expect(shown.length).toBe(10);
  for (const line of shown) await lines[line]?.(terminal, line);
  await terminal.output('mux kill dev; mux clean dev');
});
