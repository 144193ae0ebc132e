import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openShell } from '../../../src/shells/open-shell.js';
import { isolatedTmux } from '../../../src/testing/isolated-tmux.js';
import { type ShellHome, shellHome } from './shell-home.js';

/** Each in the words of its language. */
const POSIX = {
  several: ['for i in 1 2; do\n  echo "$i"\ndone\ncat <<E\nhere "é" $((1+1))\nE', '1\n2\nhere "é" 2\n'],
  broken: 'echo (',
  setVariable: 'V=1',
  showVariable: 'echo "$V"',
  status: 'echo $?',
  readLine: 'read -r line; echo "got $line"',
} as const;
const FISH = {
  several: ['for i in 1 2\n  echo "$i"\nend\necho \'é "\'(math 1 + 1)', '1\n2\né "2\n'],
  broken: 'echo (',
  setVariable: 'set V 1',
  showVariable: 'echo "$V"',
  status: 'echo $status',
  readLine: 'head -n 1 | sed "s/^/got /"',
} as const;

const kinds = [
  { shell: 'bash', words: POSIX, rc: '.bashrc' },
  { shell: 'zsh', words: POSIX, rc: '.zshrc' },
  { shell: 'fish', words: FISH, rc: '.config/fish/config.fish' },
  { shell: 'dash', words: POSIX, rc: '.shrc' },
  { shell: 'busybox', words: POSIX, rc: '.shrc' },
] as const;

describe.each(kinds)('$shell', ({ shell: name, words, rc }) => {
  const home = (config?: string): Promise<ShellHome> => shellHome(rc, config);

  it('runs what has several lines, quotes, here-documents and characters of all kinds', async () => {
    await using user = await home();
    await using server = await isolatedTmux();
    const shell = await openShell(await server.tmux.ensureSession('work'), { shell: name, env: user.env });
    expect(await shell.exec(words.several[0])).toMatchObject({ code: 0, output: words.several[1] });
    expect(await shell.exec("printf '%s' 'no newline'")).toMatchObject({ code: 0, output: 'no newline' });
    expect(await shell.exec("printf '%s|' '%s' '!x' '\\\\' '*' '~' '-n' '日本'")).toMatchObject({
      output: expect.stringMatching(/^%s\|!x\|\\{1,2}\|\*\|~\|-n\|日本\|$/),
    });
    expect(await shell.exec('# only a comment')).toMatchObject({ output: '' });
    expect(await shell.exec(`echo begin${' '.repeat(20_000)}end`)).toMatchObject({ output: 'begin end\n' });
  });

  it('keeps variables and the exit code, and goes on after a broken command', async () => {
    await using user = await home();
    await using server = await isolatedTmux();
    const shell = await openShell(await server.tmux.ensureSession('work'), { shell: name, env: user.env });
    await shell.exec(words.setVariable);
    expect(await shell.exec(words.showVariable)).toMatchObject({ output: '1\n' });
    await shell.exec('sh -c "exit 42"');
    expect(await shell.exec(words.status)).toMatchObject({ code: 0, output: '42\n' });
    const broken = await shell.exec(words.broken);
    expect(broken.code).toBeGreaterThan(0);
    expect(broken.output).not.toBe('');
    expect(await shell.exec('no-such-command-here')).toMatchObject({ code: 127 });
    expect(await shell.exec('sh -c "kill -TERM \\$\\$"')).toMatchObject({ code: 143 });
    expect(await shell.exec('echo fine')).toMatchObject({ code: 0, output: 'fine\n' });
  });

  it('gives the escape sequences of the program in raw, and none in output', async () => {
    await using user = await home();
    await using server = await isolatedTmux();
    const shell = await openShell(await server.tmux.ensureSession('work'), { shell: name, env: user.env });
    const coloured = await shell.exec("printf '\\033[31mred\\033[0m \\033]0;title\\007x\\r\\n'");
    expect(coloured.output).toBe('red x\r\n');
    expect(coloured.raw.toString()).toBe('\x1b[31mred\x1b[0m \x1b]0;title\x07x\r\n');
    expect((await shell.exec("printf '\\033[2J\\033[H'; echo top")).output).toBe('top\n');
    expect((await shell.exec("printf '\\377\\001\\200'")).raw).toEqual(Buffer.from([0xff, 0x01, 0x80]));
  });

  it('lets a command read what is typed, and a background job go on', async () => {
    await using user = await home();
    await using server = await isolatedTmux();
    const shell = await openShell(await server.tmux.ensureSession('work'), { shell: name, env: user.env });
    const reading = shell.exec(`echo ask; ${words.readLine}`);
    await shell.pane.waitForText(/^ask$/m);
    await shell.pane.sendText('hello\n');
    expect((await reading).output).toBe('ask\nhello\ngot hello\n');
    const background = await shell.exec('sleep 600 & echo started');
    expect(background.output).toMatch(/^(\[\d+\] \d+\n)?started\n$/);
    expect(await shell.busy()).toBeUndefined();
    await shell.exec('kill %1');
  });

  it('shows a person the command and its output, and nothing else', async () => {
    await using user = await home();
    await using server = await isolatedTmux();
    const shell = await openShell(await server.tmux.ensureSession('work'), { shell: name, env: user.env });
    await shell.exec('clear');
    await shell.exec('echo one; echo two');
    await shell.exec(words.several[0].split('\n').slice(0, 3).join('\n'));
    const { rows } = await shell.pane.screen();
    const [prompt = ''] = rows;
    const end = prompt.indexOf('echo one; echo two');
    const before = prompt.slice(0, end);
    const [first = '', second = '', third = ''] = words.several[0].split('\n');
    expect(rows.join('\n').trimEnd()).toBe(
      [
        `${before}echo one; echo two`,
        ...['one', 'two'],
        `${before}${first}`,
        ...[`> ${second}`, `> ${third}`],
        ...['1', '2', before.trimEnd()],
      ].join('\n'),
    );
  });

  it("reads the user's own configuration, and takes the marks of nobody else", async () => {
    const config = { fish: "function fish_prompt; echo -n 'mine: '; end", other: "PS1='mine: '" };
    await using user = await home(`${name === 'fish' ? config.fish : config.other}\n`);
    await using server = await isolatedTmux();
    const shell = await openShell(await server.tmux.ensureSession('work'), { shell: name, env: user.env });
    await shell.exec('clear');
    expect((await shell.pane.screen()).rows[0]).toBe('mine:');
    const forged = "printf '\\033]7770;00000000000000000000000000000000;D;9;/\\007after\\n'";
    expect(await shell.exec(forged)).toMatchObject({ code: 0, output: 'after\n' });
  });
});

it.concurrent.each(kinds)('$shell says when C-c does not end a command', async ({ shell: name, rc }) => {
  await using user = await shellHome(rc);
  await using server = await isolatedTmux();
  const shell = await openShell(await server.tmux.ensureSession('work'), { shell: name, env: user.env });
  const stubborn = `sh -c "trap '' INT; echo up; read x"`;
  await expect(shell.exec(stubborn, { timeoutMs: 20_000 })).rejects.toMatchObject({
    code: 'TIMEOUT',
    details: { usable: false, output: expect.stringMatching(/^up\n/) },
  });
  await expect(shell.exec('echo no')).rejects.toMatchObject({ code: 'SHELL_BUSY' });
  const waiting = shell.exec('echo yes', { when: 'idle' });
  await shell.pane.sendText('\n');
  expect(await waiting).toMatchObject({ output: 'yes\n' });
});

describe('opening a shell', () => {
  it('takes what there is where the user has a shell that cannot be integrated', async () => {
    await using server = await isolatedTmux();
    const session = await server.tmux.ensureSession('work');
    const shell = await openShell(session, { env: { SHELL: '/usr/bin/tcsh', HOME: '/nonexistent' } });
    expect(shell.kind).toBe('bash');
  });

  it('refuses what is no such shell, is not there, or ends at once', async () => {
    await using server = await isolatedTmux();
    const session = await server.tmux.ensureSession('work');
    await expect(openShell(session, { shell: 'python3' })).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
    });
    await expect(openShell(session, { shell: '/nowhere/bash' })).rejects.toMatchObject({
      code: 'PROGRAM_NOT_FOUND',
    });
    await using user = await shellHome('.bashrc', 'exit 5\n');
    const ended = openShell(session, { shell: 'bash', env: user.env });
    await expect(ended).rejects.toMatchObject({ code: 'SHELL_NOT_INTEGRATED', details: { code: 5 } });
    await writeFile(join(user.folder, '.bashrc'), 'exec cat\n');
    const replaced = openShell(session, { shell: 'bash', env: user.env, timeoutMs: 1_000 });
    await expect(replaced).rejects.toMatchObject({ code: 'SHELL_NOT_INTEGRATED' });
    expect(await session.windows()).toHaveLength(1);
  });

  it('refuses an empty command and a NUL byte', async () => {
    await using server = await isolatedTmux();
    const shell = await openShell(await server.tmux.ensureSession('work'), { env: { HOME: '/nonexistent' } });
    await expect(shell.exec(' \n')).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    await expect(shell.exec('echo \0')).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
  });
});
