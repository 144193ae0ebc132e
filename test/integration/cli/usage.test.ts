import { describe, expect, it } from 'vitest';
import packageJson from '../../../package.json' with { type: 'json' };
import { mux } from './mux.js';

describe('the command line', () => {
  it('shows its commands on request', async () => {
    const [asked, other] = [await mux(['--help']), await mux(['help'])];
    expect(asked).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining('mux COMMAND') });
    expect(other).toEqual(asked);
  });

  it('shows where to begin, on one small screen, where no command is given', async () => {
    const { code, stdout, stderr } = await mux([]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain('mux --help lists the everyday commands');
    expect(stdout.split('\n').length).toBeLessThan(24);
  });

  it('shows what a command takes, in both ways to ask', async () => {
    const [help, option] = [await mux(['help', 'ls']), await mux(['ls', '--help'])];
    expect(help).toMatchObject({ code: 0, stdout: expect.stringContaining('Usage: mux ls [OPTION]...') });
    expect(option).toEqual(help);
  });

  it('prints its version', async () => {
    expect(await mux(['--version'])).toEqual({ code: 0, stdout: `${packageJson.version}\n`, stderr: '' });
  });

  it.each([
    [['doctr'], "mux: 'doctr' is not a mux command.\nDid you mean 'doctor'?\n"],
    [['help', 'lss'], "mux: 'lss' is not a mux command.\nDid you mean 'ls'?\n"],
    [['-x', 'ls'], "mux: '-x' is not a global option of mux.\nPut options after the command: mux ls -x\n"],
    [['ls', 'work'], "mux: mux ls does not take 'work'.\nRun mux help ls for its options.\n"],
    [
      ['session'],
      'mux: mux session needs a subcommand.\nAvailable: open, send, list, exists, kill, cleanup.\n',
    ],
    [['session', 'opne'], "mux: 'session opne' is not a mux command.\nDid you mean 'open'?\n"],
    [['run'], 'mux: mux run needs a command after --.\nRun mux help run for its options.\n'],
    [['peek'], 'mux: mux peek needs TARGET.\nRun mux help peek for its options.\n'],
    [['call', 'pane.lst'], "mux: 'pane.lst' is not an operation.\nDid you mean 'pane.list'?\n"],
    [['completion', 'bsh'], "mux: There is no completion script for 'bsh'.\nDid you mean 'bash'?\n"],
    [
      ['wait', 'x', '--timeout', 'soon'],
      "mux: Invalid duration in --timeout: 'soon'.\nUse a number and a unit, e.g. 500ms, 30s, 5m, 2h or 7d.\n",
    ],
  ])('refuses %j with a sentence and exit code 2', async (args, stderr) => {
    expect(await mux(args)).toEqual({ code: 2, stdout: '', stderr });
  });

  it('tells an error as one line of JSON on stderr where JSON is wanted', async () => {
    const { code, stdout, stderr } = await mux(['panes', '--json', '--host', 'gopher://hole']);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr.trimEnd()).not.toContain('\n');
    expect(JSON.parse(stderr)).toEqual({
      error: {
        code: 'INVALID_ADDRESS',
        message: "'gopher://hole' is not a host address: 'gopher' is not a kind of host.",
        suggestion: expect.stringContaining('docker://NAME'),
        details: { address: 'gopher://hole' },
      },
    });
  });
});
