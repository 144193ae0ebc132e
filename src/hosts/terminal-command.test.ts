import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { parseHostAddress } from '../model/host-address.js';
import { terminalCommand } from './terminal-command.js';

const argv = ['tmux', '-L', 'my socket', 'attach', '-t', "=it's:@3"];

describe('the command for a terminal', () => {
  it('is the program itself on this machine', () => {
    expect(terminalCommand(parseHostAddress('local'), argv)).toEqual(argv);
  });

  it('goes through docker exec into a container, to the engine and as the user that were chosen', () => {
    expect(terminalCommand(parseHostAddress('docker://box'), argv)).toEqual([
      ...['docker', 'exec', '-it', 'box'],
      ...argv,
    ]);
    const docker = { engine: 'unix:///tmp/e.sock', user: 'me' };
    expect(terminalCommand(parseHostAddress('box'), ['sh'], { docker })).toEqual(
      'docker --host unix:///tmp/e.sock exec -it --user me box sh'.split(' '),
    );
  });

  it('goes through ssh with a terminal, and arrives as the same words', () => {
    const ssh = { configFile: '/tmp/config' };
    const [command, ...words] = terminalCommand(parseHostAddress('ssh://me@host:2222'), argv, { ssh });
    expect([command, ...words.slice(0, -1)]).toEqual('ssh -F /tmp/config -t -p 2222 -l me host'.split(' '));
    const there = `printf '%s\\n' ${words.at(-1)}`;
    expect(execFileSync('sh', ['-c', there]).toString()).toBe(`${argv.join('\n')}\n`);
  });
});
