import { describe, expect, it } from 'vitest';
import { findProgram, foregroundProcesses } from './foreground-processes.js';

describe('findProgram', () => {
  it.each([
    ['its name', ['claude'], 'claude'],
    ['its path', ['/usr/local/bin/claude', '--resume'], 'claude'],
    ['a script of node', ['node', '--no-warnings', '/opt/bin/codex.js'], 'codex'],
    ['its package', ['node', '/usr/lib/node_modules/@anthropic-ai/claude-code/cli.js'], 'claude'],
    ['a script of a shell', ['/bin/sh', '/home/me/bin/claude'], 'claude'],
    ['a module of python', ['python3', '-m', 'aider'], 'aider'],
  ])('knows a program by %s', (_what, argv, program) => {
    expect(findProgram([{ pid: 7, argv }], [program])?.pid).toBe(7);
  });

  it.each([
    ['a folder of that name', ['node', '/home/me/claude/server.js']],
    ['a word in what it is given', ['vim', '-p', 'a', 'b', 'claude']],
    ['a longer name', ['claude-watcher']],
    ['an option', ['node', '--title=claude', 'server.js']],
  ])('does not mistake %s for it', (_what, argv) => {
    expect(findProgram([{ pid: 7, argv }], ['claude'])).toBeUndefined();
  });
});

describe('foregroundProcesses', () => {
  it('reads names that try to look like something else, and takes only the foreground of each terminal', async () => {
    const stat = (pid: number, name: string, group: number, tty: number): string =>
      `==> /proc/${pid}/stat <==\n${pid} (${name}) S 1 ${group} 1 ${tty} 20 0 0\n`;
    const output = [
      stat(10, 'bash', 10, 34816),
      '\n==> /proc/10/cmdline <==\n-bash\0',
      `\n${stat(20, 'x) S 1 99 1 99 99', 20, 34816)}`,
      '\n==> /proc/20/cmdline <==\nnode\0/opt/codex.js\0a\nb\0',
      `\n${stat(21, 'codex', 20, 34817)}`,
      '\n==> /proc/21/cmdline <==\ncodex: working\0\0\0',
      `\n${stat(22, 'kworker', 20, 34816)}`,
      '\n==> /proc/22/cmdline <==\n',
    ].join('');
    const host = { script: async () => ({ code: 0, stdout: Buffer.from(output), stderr: Buffer.alloc(0) }) };
    const found = await foregroundProcesses(host, [10, 11]);
    expect(found.get(10)).toEqual([{ pid: 20, argv: ['node', '/opt/codex.js', 'a\nb'] }]);
    expect(found.get(11)).toEqual([]);
  });
});
