import { describe, expect, it } from 'vitest';
import { openTerminal } from './terminal.js';

const slow = { timeoutMs: 120_000 };

describe('workers in a terminal', () => {
  it('are started, listed, looked at, spoken to, followed, waited for and ended', async () => {
    await using terminal = await openTerminal();
    const { pane } = terminal;
    expect(await terminal.output('mux ls')).toBe('No workers. Start one with: mux spawn NAME -- COMMAND\n');
    expect(await terminal.output(`mux spawn echo --tag red -- sh -c 'echo begin; cat; echo over'`)).toMatch(
      /^echo is running in /,
    );
    expect(await terminal.output('mux ls')).toMatch(
      /^WORKER +STATE .*\necho {2,}running {2,}\d+[sm] {2,}#red {2}sh -c 'echo begin/,
    );
    expect(await terminal.output('mux wait echo --idle')).not.toBe('');
    expect(await terminal.output('mux send echo hello')).toBe('typed\n');
    await expect.poll(() => terminal.output('mux peek echo')).toMatch(/^(?:.*\n)*begin\nhello\nhello\n$/);
    await terminal.enter('clear; mux logs -f echo; echo "logs ended with $?"');
    const isFollowing = (text: string): boolean =>
      text.includes('begin\nhello\nhello') && !text.includes('done-');
    await pane.waitForScreen(({ lines }) => isFollowing(lines.join('\n')), slow);
    await pane.sendKeys('C-c');
    await pane.waitForText('logs ended with 130', slow);
    expect(await terminal.output('mux eof echo; mux wait echo; mux logs -n 1 echo')).toBe(
      'ended with 0\nover\n',
    );
    expect(await terminal.output('mux respawn echo')).toBe('Restarted echo.\n');
    expect(await terminal.output('mux kill echo')).toMatch(/^echo has ended\./);
    expect(await terminal.output('mux ls')).toMatch(/^WORKER .*\necho {2,}SIGINT /);
    expect(await terminal.output('mux clean echo; mux ls')).toMatch(/^Removed echo\.\nNo workers\./);
  });

  it('are suggested where a name is mistyped', async () => {
    await using terminal = await openTerminal();
    await terminal.output('mux spawn web-server -- cat');
    expect(await terminal.output('mux peek web-srever; echo "code $?"')).toMatch(
      /Did you mean 'web-server'\?\ncode 1\n$/,
    );
    expect(await terminal.output('mux kil web-server; echo "code $?"')).toBe(
      "mux: 'kil' is not a mux command.\nDid you mean 'kill'?\ncode 2\n",
    );
    expect(await terminal.output('mux kill web-server --grce 1s; echo "code $?"')).toBe(
      "mux: '--grce' is not an option of mux kill.\nDid you mean '--grace'?\ncode 2\n",
    );
    await terminal.output('mux kill web-server');
  });

  it('can be gone to and come back from', async () => {
    await using terminal = await openTerminal();
    const { pane } = terminal;
    await terminal.output(`mux spawn shell -- sh -c 'echo inside; exec cat'`);
    await terminal.enter('mux attach shell; echo "came back with $?"');
    await pane.waitForText(/^inside$/m, slow);
    await pane.sendText('typed inside\n');
    await pane.waitForText('typed inside\ntyped inside', slow);
    await pane.sendKeys('C-b', 'd');
    const { lines } = await pane.waitForText('came back with 0', slow);
    expect(lines.join('\n')).toContain('[detached');
    expect(await terminal.output('mux attach --print shell')).toMatch(
      /^env -u TMUX.* tmux .*attach-session -t /,
    );
    await terminal.output('mux kill shell');
  });

  it('are turned to by a person who is in the same tmux already', async () => {
    await using terminal = await openTerminal();
    const { pane, mux } = terminal;
    await terminal.output(`mux spawn shell -- sh -c 'echo inside; exec cat'`);
    const own = ['PATH', 'HOME', 'MUXWRIGHT_HOME', 'TMUX_TMPDIR', 'PS1'].map(
      (name) => `-e ${name}="$${name}"`,
    );
    await terminal.enter(
      `env -u TMUX tmux new-session -s person ${own.join(' ')} bash --norc --noprofile -i`,
    );
    await pane.waitForText('[person]', slow);
    await pane.waitForCursorLine(/>$/, slow);
    await terminal.enter('mux attach shell');
    await pane.waitForText(/^inside$/m, slow);
    const clients = await mux.server.tmux.command(
      'list-clients',
      '-F',
      '#{client_control_mode} #{window_name}',
    );
    expect(clients).toContain('0 shell');
    await pane.sendKeys('C-b', 'd');
    await pane.waitForText('[detached', slow);
    await terminal.output('mux kill shell');
  });

  it('are watched until Ctrl-C', async () => {
    await using terminal = await openTerminal();
    const { pane, mux } = terminal;
    const clients = () => mux.server.tmux.command('list-clients', '-F', '#{client_name}');
    const before = await clients();
    await terminal.output('mux spawn ticking "while :; do echo tick; sleep 0.2; done"');
    await terminal.enter('clear; mux watch ticking; echo "watched to $?"');
    await pane.waitForText(/^tick$/m, slow);
    await pane.sendKeys('C-c');
    await pane.waitForText('watched to 130', slow);
    await expect.poll(clients).toEqual(before);
    await terminal.output('mux kill ticking');
  });
});
