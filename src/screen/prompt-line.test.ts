import { describe, expect, it } from 'vitest';
import { promptEnd } from './prompt-line.js';

describe('promptEnd', () => {
  it.each([
    ['$ ls', 'ls'],
    ['user@host:~/a dir$ echo "a > b"', 'echo "a > b"'],
    ['root@host:/# apt update', 'apt update'],
    ['/ # ls', 'ls'],
    ['~/src $ ls', 'ls'],
    ['host ~ % make', 'make'],
    ['>>> 6 * 7', '6 * 7'],
    ['... return 1', 'return 1'],
    ['❯ hello', 'hello'],
    ['mysql> select 1', 'select 1'],
    ['irb(main):001:0> puts 1', 'puts 1'],
    ['(gdb) bt', 'bt'],
    ['In [3]: x = 1', 'x = 1'],
    ['➜  proj git:(main) ✗ git add', 'git add'],
    ['➜  proj ls', 'ls'],
    ['Enter # of files: 3', '3'],
    ['[sudo] password for me: ', ''],
    ['Project name? demo', 'demo'],
    ['Overwrite it? [y/N] y', 'y'],
    ['Continue (yes/no/[fingerprint])? ', ''],
    ['bash-5.2$', ''],
  ])('finds what was typed in %j', (line, typed) => {
    expect(line.slice(promptEnd(line)?.end)).toBe(typed);
  });

  it('is sure of prompt characters only', () => {
    expect(promptEnd('$ ')?.sure).toBe(true);
    expect(promptEnd('Name: ')?.sure).toBe(false);
  });

  it('finds none in ordinary text', () => {
    for (const line of ['', 'compiling', 'a -> b', '100 done', 'x=>y z'])
      expect(promptEnd(line)).toBeUndefined();
  });
});
