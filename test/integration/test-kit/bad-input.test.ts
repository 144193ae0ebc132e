import { describe, expect, it } from 'vitest';
import { isMuxError } from '../../../src/model/mux-error.js';
import { launch } from '../../../src/test/launch.js';
import { secret } from '../../../src/test/secret.js';
import { Terminal } from '../../../src/test/terminal/terminal.js';
import { expect as expectTerminal, test } from '../../../src/test/vitest.js';

const patient = { timeout: 120_000 };

/** The code and the message of what fails. */
async function refusal(work: () => Promise<unknown> | unknown): Promise<string> {
  try {
    await work();
    return 'nothing was refused';
  } catch (error) {
    return isMuxError(error) ? `${error.code}: ${error.message}` : String(error);
  }
}

describe('what cannot work is refused with a sentence', () => {
  it('a program, a folder or a host that is not there', async () => {
    expect(await refusal(() => launch(['no-such-program']))).toBe(
      'PROGRAM_NOT_FOUND: The program no-such-program is not on local, or cannot be run.',
    );
    expect(await refusal(() => launch([]))).toMatch(/^INVALID_ARGUMENT: A command needs/);
    expect(await refusal(() => launch(['sh'], { cwd: '/no/such/folder' }))).toBe(
      'CWD_NOT_FOUND: The folder /no/such/folder cannot be entered.',
    );
    expect(await refusal(() => launch(['sh'], { on: 'telnet://box' }))).toMatch(/^INVALID_ADDRESS: /);
    expect(await refusal(() => launch(['sh'], { size: [0, 24] }))).toMatch(
      /^INVALID_ARGUMENT: 0×24 is not a valid terminal size/,
    );
  });

  it('no tmux', async () => {
    const path = process.env.PATH;
    process.env.PATH = '/nowhere';
    const said = await refusal(() => launch(['/bin/sh'], { env: { MARK: 'no tmux' } }));
    process.env.PATH = path;
    expect(said).toMatch(/^(TMUX_NOT_INSTALLED|PROGRAM_NOT_FOUND|TMUX_COMMAND_FAILED): .*\b(tmux|sh)\b/);
  });

  it('a terminal in which nothing runs, a secret that is not set', async () => {
    await using terminal = new Terminal();
    expect(await refusal(() => terminal.press('Enter'))).toMatch(
      /^INVALID_ARGUMENT: No program has been started/,
    );
    delete process.env.TEST_KIT_UNSET;
    expect(await refusal(() => secret('TEST_KIT_UNSET'))).toMatch(
      /TEST_KIT_UNSET, which holds a secret, is not set/,
    );
  });

  test('keys, texts and points that mean nothing', async ({ terminal }) => {
    await terminal.run(['bc', '-q']);
    expect(await refusal(() => terminal.press())).toMatch(/^INVALID_ARGUMENT: press was given nothing/);
    expect(await refusal(() => terminal.press('Entre'))).toMatch(/^UNKNOWN_KEY: /);
    expect(await refusal(() => terminal.fill(''))).toMatch(/^INVALID_ARGUMENT: fill was given nothing/);
    expect(await refusal(() => terminal.getByText('').click())).toMatch(/getByText was given an empty text/);
    expect(await refusal(() => terminal.mouse.click([1, 1]))).toMatch(/^MOUSE_OFF: /);
    expect(await refusal(() => terminal.run(['bc']))).toMatch(/^PANE_BUSY: The program bc still runs/);
    expect(
      await refusal(() => expectTerminal(terminal.row(0)).toHaveText('x', { timeout: Number.NaN })),
    ).toMatch(/NaN is not a valid timeout/);
    await terminal.press('C-d');
    await expectTerminal(terminal).toHaveExited(patient);
    expect(await refusal(() => terminal.press('a'))).toMatch(/^PANE_DEAD: press a failed/);
  });

  test('keys for a program that does not read', async ({ launch: start }) => {
    const terminal = await start(['sleep', '1000'], { timeout: 300 });
    expect(await refusal(() => terminal.press('x'))).toMatch(
      /^PANE_BUSY: press x failed after .*\n {2}sleep \(\d+\)/,
    );
    await terminal.press('C-c');
    await expectTerminal(terminal).toHaveExited({ code: 130, ...patient });
  });

  test('nothing: a terminal of one row and one column works', async ({ launch: start }) => {
    const terminal = await start(['bc', '-q'], { size: [1, 1], ...patient });
    await terminal.type('7');
    await expectTerminal(terminal).toBeWaiting(patient);
    expect(await terminal.screen()).toMatchObject({ width: 1, height: 1 });
  });
});
