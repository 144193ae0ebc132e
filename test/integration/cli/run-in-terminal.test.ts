import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openStore } from '../../../src/store/open-store.js';
import { openTerminal } from './terminal.js';

const slow = { timeoutMs: 120_000 };

describe('mux run in a terminal', () => {
  it('shows what the command prints, with its colours, and ends with its exit code', async () => {
    await using terminal = await openTerminal();
    await terminal.enter(
      String.raw`mux run -- sh -c 'printf "\033[31mred\033[0m and plain\n"; exit 3'; echo "code $?"`,
    );
    await terminal.pane.waitForText('code 3', slow);
    const shown = await terminal.pane.capture({ ansi: true });
    expect(shown).toMatch(/^\x1b\[31mred\x1b\[39m and plain$/m);
  });

  it('has written down how the command ended when the prompt of the shell is back', async () => {
    await using terminal = await openTerminal();
    await terminal.enter(`mux run 'exit 4'; echo "code $?"`);
    await terminal.pane.waitForText('code 4', slow);
    await using store = await openStore({ path: join(terminal.mux.folder, 'state', 'muxwright.db') });
    expect((await store.runs.list()).runs).toMatchObject([{ state: 'finished', exitCode: 4 }]);
  });

  it('passes keys on, so that a prompt is answered by typing, and ends a line with Ctrl-D', async () => {
    await using terminal = await openTerminal();
    await terminal.enter(
      `mux run 'printf "Name: "; read -r name; echo "Hello $name."; cat; echo "That was all."'`,
    );
    await terminal.pane.waitForCursorLine(/^Name:/, slow);
    await terminal.enter('Ada');
    await terminal.pane.waitForText('Hello Ada.', slow);
    await terminal.enter('a line for cat');
    await terminal.pane.waitForText('a line for cat\na line for cat', slow);
    await terminal.pane.sendKeys('C-d');
    await terminal.pane.waitForText(/^That was all\.$/m, slow);
  });

  it('does not show what is typed where the command hides it', async () => {
    await using terminal = await openTerminal();
    await terminal.enter(
      `mux run 'stty -echo; printf "Password: "; read -r word; stty echo; echo; echo "\${#word} letters"'`,
    );
    await terminal.pane.waitForCursorLine(/^Password:/, slow);
    await terminal.enter('hunter22');
    await terminal.pane.waitForText('8 letters', slow);
    expect(await terminal.pane.capture({ history: 'all' })).not.toContain('hunter22');
  });

  it('gives the first Ctrl-C to the command', async () => {
    await using terminal = await openTerminal();
    const waiting = `trap 'echo caught; exit 7' INT; echo ready; while :; do sleep 0.1; done`;
    await terminal.enter(`mux run "${waiting}"; echo "code $?"`);
    await terminal.pane.waitForText(/^ready$/m, slow);
    await terminal.pane.sendKeys('C-c');
    const { lines } = await terminal.pane.waitForText('code 7', slow);
    expect(lines.join('\n')).toContain('caught');
  });

  it('ends as a command does that Ctrl-C has ended, so that a loop of the shell ends with it', async () => {
    await using terminal = await openTerminal();
    await terminal.enter(`for i in 1 2; do mux run 'echo ready; exec sleep 1000'; done`);
    await terminal.pane.waitForText(/^ready$/m, slow);
    await terminal.pane.sendKeys('C-c');
    await terminal.pane.waitForCursorLine(/>$/, slow);
    await terminal.enter('echo "code $?"');
    await terminal.pane.waitForText(/^code 130$/m, slow);
  });

  it('lets go of the command at the second Ctrl-C, says how to come back, and leaves the terminal as it was', async () => {
    await using terminal = await openTerminal();
    const stubborn = `trap '' INT; printf '\\033[?1049h\\033[?1003h\\033[?25l'; echo ready; exec cat`;
    await terminal.enter(`mux run "${stubborn}"`);
    await terminal.pane.waitForText(/^ready$/m, slow);
    await terminal.pane.sendText('\x03\x03');
    await terminal.pane.waitForText('mux: detached', slow);
    await terminal.pane.waitForCursorLine(/>$/, slow);
    await terminal.enter('echo "code $?"');
    const screen = await terminal.pane.waitForText(/^code 130$/m, slow);
    const text = screen.lines.join('\n');
    expect(text).toMatch(
      /mux: detached; the command keeps running as run \w+\.\n +Return to it: +mux attach \w+\n +Show its state: +mux status \w+\n +Follow its output:/,
    );
    expect(screen).toMatchObject({ alternate: false, cursor: { visible: true } });
    const [, id = ''] = /as run (\w+)\./.exec(text) ?? [];
    expect(await terminal.output(`mux status ${id}`)).toMatch(new RegExp(`^${id}  (running|asks|idle)`));
    expect(await terminal.output(`mux stop ${id}`)).toMatch(new RegExp(`^${id} ended`));
    expect(await terminal.output('echo typed as before')).toBe('typed as before\n');
  });

  it('is left with Ctrl-Z, and says how to come back', async () => {
    await using terminal = await openTerminal();
    await terminal.enter(`mux run 'echo ready; exec cat'`);
    await terminal.pane.waitForText(/^ready$/m, slow);
    await terminal.pane.sendKeys('C-z');
    const { lines } = await terminal.pane.waitForText('mux: detached', slow);
    const [, id = ''] = /mux attach (\w+)/.exec(lines.join('\n')) ?? [];
    await terminal.pane.waitForCursorLine(/>$/, slow);
    expect(await terminal.output(`mux attach --print ${id}`)).toMatch(/ tmux .*attach-session -t /);
    await terminal.enter(`clear; mux attach ${id}; echo "came back with $?"`);
    await terminal.pane.waitForScreen(({ lines }) => lines[0] === 'ready', slow);
    await terminal.pane.sendKeys('C-b', 'd');
    await terminal.pane.waitForText('came back with 0', slow);
    expect(await terminal.output(`mux stop ${id}`)).toMatch(new RegExp(`^${id} ended`));
  });

  it('has the size of the terminal, also when that changes', async () => {
    await using terminal = await openTerminal();
    // Not a loop of sleeps: bash takes no notice of an interrupt that comes just as one of them ends.
    const program = String.raw`$| = 1; $SIG{WINCH} = \&size; size(); print "ready\n"; sleep 1 while 1; sub size { print qx(stty size) }`;
    await terminal.enter(`mux run -- perl -e '${program}'`);
    await terminal.pane.waitForText(/^30 100\nready$/m, slow);
    await terminal.resize(72, 20);
    await terminal.pane.waitForText('20 72', slow);
    await terminal.pane.sendKeys('C-c');
    await terminal.pane.waitForCursorLine(/>$/, slow);
  });

  it('runs an editor as if it ran right here', async () => {
    await using terminal = await openTerminal();
    await terminal.enter('mux run -- vim -u NONE -N notes.txt; echo "code $?"');
    await terminal.pane.waitForScreen(({ alternate, lines }) => alternate && lines.includes('~'), slow);
    await terminal.pane.sendText('iwritten in vim');
    await terminal.pane.waitForText('written in vim', slow);
    await terminal.pane.sendKeys('Home');
    await terminal.pane.sendText('Words ');
    await terminal.pane.waitForText('Words written in vim', slow);
    await terminal.pane.sendKeys('Escape');
    await terminal.enter(':wq');
    const screen = await terminal.pane.waitForText('code 0', slow);
    expect(screen.alternate).toBe(false);
    expect(screen.lines.join('\n')).not.toMatch(/[0-9;]+[cRn]/);
    expect(await readFile(join(terminal.mux.folder, 'work', 'notes.txt'), 'utf8')).toBe(
      'Words written in vim\n',
    );
  });

  it('hides secrets, also where they come in pieces', async () => {
    await using terminal = await openTerminal();
    const printing = `printf 'blue-4'; sleep 0.05; printf '711 and '; printf ghp_0123456789; printf 'abcdefghijklmnopqrstuvwxyz done'; echo`;
    const text = await terminal.output(`mux run --redact 'blue-[0-9]+' "${printing}"`);
    expect(text).toBe('**** and **** done\n');
  });

  it('ends with 124 when its time is up, and with 128 and the number where a signal ended it', async () => {
    await using terminal = await openTerminal();
    expect(await terminal.output('mux run --timeout 300ms -- sleep 1000; echo "code $?"')).toBe('code 124\n');
    expect(await terminal.output(`mux run 'kill -TERM $$'; echo "code $?"`)).toMatch(/code 143\n$/);
  });
});
