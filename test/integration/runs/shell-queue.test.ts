import { randomBytes } from 'node:crypto';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { launchShell } from '../../../src/shells/integration/launch-shell.js';
import { type QueueingShell, queueCommand, wakeShell } from '../../../src/shells/queue-command.js';
import { isolatedTmux } from '../../../src/testing/isolated-tmux.js';
import type { Pane } from '../../../src/tmux/pane.js';
import type { Tmux } from '../../../src/tmux/tmux.js';
import { sized } from '../../soak.js';
import { shellHome } from './shell-home.js';

async function openQueue(
  tmux: Tmux,
  shell: string,
  env: object,
  around: readonly string[] = [],
  name = 'work',
): Promise<QueueingShell & { readonly here: Pane }> {
  const nonce = randomBytes(16).toString('hex');
  const launch = launchShell(nonce, shell, true);
  const session = await tmux.ensureSession(name);
  const here = await session.newWindow({
    command: [...around, ...launch.command],
    env: { ...env, ...launch.env },
  });
  return { tmux, session: session.id, pane: here.id, nonce, here };
}

const FISH_PROMPT = 'function fish_prompt; $SLOW; echo -n "> "; end';
const kinds = [
  { kind: 'bash', rc: '.bashrc', unset: 'unset TMUX TMUX_PANE', prompt: `PS1='$($SLOW)> '` },
  {
    kind: 'zsh',
    rc: '.zshrc',
    unset: 'unset TMUX TMUX_PANE',
    prompt: `setopt prompt_subst; PS1='$($SLOW)> '`,
  },
  { kind: 'fish', rc: '.config/fish/config.fish', unset: 'set -e TMUX TMUX_PANE', prompt: FISH_PROMPT },
  { kind: 'dash', rc: '.shrc', unset: 'unset TMUX TMUX_PANE', prompt: `PS1='$($SLOW)> '` },
  { kind: 'busybox', rc: '.shrc', unset: 'unset TMUX TMUX_PANE', prompt: `PS1='$($SLOW)> '` },
] as const;

describe.each(kinds)('the queue of $kind', ({ kind, rc, unset, prompt }) => {
  it('is run in order, before the first prompt and at every later one, and keeps the exit code', async () => {
    await using home = await shellHome('.none');
    await using server = await isolatedTmux();
    const shell = await openQueue(server.tmux, kind, home.env);
    const { here } = shell;
    await queueCommand(shell, 'echo first; false');
    // A plain shell may show a prompt first, if it was woken on the way to it.
    await here.waitForText(/first\n(.*\n)?.*[#$%>]/);
    await expect.poll(() => wakeShell(shell)).toBe('empty');

    await here.sendText("sh -c 'echo $((1+1)) up; read x; exit 42'\n");
    await here.waitForText(/^2 up/m);
    await queueCommand(shell, 'echo second');
    await queueCommand(shell, 'echo third');
    await here.sendText('\n');
    await here.waitForText(/second\nthird/);
    await here.sendText(kind === 'fish' ? 'echo "code $status"\n' : 'echo "code $?"\n');
    await here.waitForText(/code 42$/m);

    await here.waitForCursorLine(/[#$%>] ?$/);
    await expect.poll(() => wakeShell(shell)).toBe('empty');
    const waiting = Array.from({ length: 5 }, (_, n) => queueCommand(shell, `echo "job ${n}"; sleep 0.1`));
    const states = await Promise.all(waiting);
    expect(states.filter(({ next }) => next).length).toBeLessThanOrEqual(1);
    await here.waitForText(/job 0\njob 1\njob 2\njob 3\njob 4$/m);
    expect(await server.tmux.command('list-buffers')).toEqual([]);
  });

  it('is found where tmux is an alias, or the user removes what tmux says of itself', async () => {
    await using home = await shellHome(rc, `alias tmux='echo no'\n${unset}\n`);
    await using server = await isolatedTmux();
    const shell = await openQueue(server.tmux, kind, home.env);
    await queueCommand(shell, 'echo "it is $((1+1))"');
    await shell.here.waitForText(/it is 2/);
  });

  it('is run when something comes while the prompt is being made, and nobody looks again', async () => {
    await using home = await shellHome(rc, prompt);
    await using server = await isolatedTmux();
    const { tmux } = server;
    const slow = join(home.folder, 'slow');
    const wait = 'tmux wait-for -S at-work; tmux wait-for go-on';
    await writeFile(slow, `#!/bin/sh\n[ -e "$HOME/once" ] || { : >"$HOME/once"; ${wait}; }\n`, {
      mode: 0o755,
    });
    const shell = await openQueue(tmux, kind, { ...home.env, SLOW: slow });
    await tmux.command('wait-for', 'at-work');
    const { state } = await queueCommand(shell, 'echo "it is $((1+1))"');
    // A plain shell makes its prompt first, and looks then.
    expect(state).toBe(kind === 'dash' || kind === 'busybox' ? 'away' : 'woken');
    await tmux.command('wait-for', '-S', 'go-on');
    await shell.here.waitForText(/it is 2/);
  });

  it('is run at whatever moment of the way to a prompt something comes', async () => {
    await using home = await shellHome('.none');
    await using server = await isolatedTmux();
    const { tmux } = server;
    const shell = await openQueue(tmux, kind, home.env);
    for (let moment = 0; moment < MOMENTS; moment++) {
      await shell.here.sendText('\n');
      for (let n = 0; n < moment; n++) await tmux.command('display-message', '-p', 'time passes');
      await queueCommand(shell, `tmux wait-for -S ran-${moment}`);
      await tmux.request([['wait-for', `ran-${moment}`]], { timeoutMs: 60_000 });
    }
  });
});

/** Each is a fraction of a millisecond later than the one before. */
const MOMENTS = sized(12, 200);

it('uses the program of the server where the PATH has no tmux, and says so where there is none at all', async () => {
  await using home = await shellHome('.none');
  await using server = await isolatedTmux();
  const bin = join(home.folder, 'bin');
  await mkdir(bin);
  for (const name of ['sh', 'dash', 'sleep', 'stty', 'env']) await symlink(`/bin/${name}`, join(bin, name));
  const env = { ...home.env, PATH: bin };
  const shell = await openQueue(server.tmux, 'dash', env);
  await queueCommand(shell, 'echo "it is $((1+1))"');
  await shell.here.waitForText(/it is 2/);

  // A session has one queue.
  const deaf = await openQueue(server.tmux, 'dash', env, ['env', 'TMUX=/nowhere,0,0'], 'deaf');
  await deaf.here.waitForCursorLine(/[#$] ?$/);
  await expect(queueCommand(deaf, 'echo lost')).rejects.toMatchObject({
    code: 'SHELL_NOT_INTEGRATED',
    message: expect.stringContaining('finds no tmux'),
    suggestion: expect.stringContaining('PATH'),
  });
  expect(await server.tmux.command('list-buffers')).toEqual([]);
  expect(await wakeShell(deaf)).toBe('empty');
});

it('queues nothing where the pane is gone', async () => {
  await using server = await isolatedTmux();
  const shell = { tmux: server.tmux, session: '$0', pane: '%99', nonce: '0'.repeat(32) };
  await expect(queueCommand(shell, 'x')).rejects.toMatchObject({ code: 'PANE_NOT_FOUND' });
  expect(await server.tmux.command('list-buffers')).toEqual([]);
});
