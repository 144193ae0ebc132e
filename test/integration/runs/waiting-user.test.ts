import { describe, expect, it } from 'vitest';
import type { Host, ProgramResult } from '../../../src/hosts/host.js';
import { probeByScript } from '../../../src/hosts/waiting/probe-terminal.js';
import { isolatedTmux } from '../../../src/testing/isolated-tmux.js';
import { type ProgramRow, plainPrograms } from './waiting-programs.js';
import { formatTable, judgePrograms, type Probe } from './waiting-sample.js';

const NOBODY = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'];

/** Only root can become somebody else; when somebody else runs the tests, all the others show the same. */
describe.runIf(process.getuid?.() === 0)('as an ordinary user', () => {
  it('knows which of its own programs wait for input [A49]', async () => {
    await using server = await isolatedTmux();
    const rows = plainPrograms.map((row) => ({
      ...row,
      command: onOwnTerminal([...NOBODY, ...row.command]),
    }));
    const table = await judgePrograms(server, rows, [asNobody]);
    console.log(formatTable('this machine, as nobody', table.lines));
    expect(table.problems).toEqual([]);
  }, 600_000);

  it('takes a hidden line for a password where the program may not be looked at [A49]', async () => {
    await using server = await isolatedTmux();
    const table = await judgePrograms(server, foreignPrograms, [asNobody]);
    console.log(formatTable('this machine, as nobody: programs of root', table.lines));
    expect(table.problems).toEqual([]);
  });
});

const foreignPrograms: readonly ProgramRow[] = [
  {
    name: 'su: password',
    command: onOwnTerminal([...NOBODY, 'su', '-c', 'true']),
    ready: (pane) => pane.waitForCursorLine('Password:'),
    truth: 'waiting',
    kind: 'password',
    atLeast: 'likely',
    atMost: 'likely',
  },
  {
    name: 'cat of root',
    command: onOwnTerminal(['sh', '-c', 'echo ready; exec cat']),
    ready: (pane) => pane.waitForText('ready'),
    truth: 'waiting',
    verdict: 'unknown',
    atMost: 'guess',
  },
  {
    name: 'sleep of root',
    command: onOwnTerminal(['sh', '-c', 'echo ready; exec sleep 600']),
    ready: (pane) => pane.waitForText('ready'),
    truth: 'running',
    verdict: 'unknown',
    atMost: 'guess',
  },
  {
    name: 'busy loop of root',
    command: onOwnTerminal(['sh', '-c', 'echo ready; while :; do :; done']),
    ready: (pane) => pane.waitForText('ready'),
    truth: 'running',
    atMost: 'likely',
  },
];

/** The pane's terminal belongs to root, who started tmux: in a server of nobody it would be nobody's. */
function onOwnTerminal(command: readonly string[]): string[] {
  return ['sh', '-c', 'chown 65534 "$(tty)"; exec "$@"', 'sh', ...command];
}

const asNobody: Probe = (host: Host, pid: number) => {
  const script = (text: string, args: readonly string[] = []): Promise<ProgramResult> =>
    host.run([...NOBODY, 'sh', '-c', text, 'sh', ...args]);
  return probeByScript({ script }, pid);
};
