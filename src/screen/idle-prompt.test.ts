import { describe, expect, it } from 'vitest';
import { isIdlePrompt } from './idle-prompt.js';

describe('isIdlePrompt', () => {
  it.each([
    ['python3 -q', '>>>'],
    ['/usr/bin/python3.12', '...'],
    ['ipython', 'In [12]:'],
    ['node', '>'],
    ['bash', 'bash-5.2$'],
    ['bash --login', 'ada@box:~/src$'],
    ['zsh', '~/src %'],
    ['docker exec -it db bash', 'root@4f2a:/#'],
    ['ssh ada@box', '[ada@box ~]$'],
    ['docker exec -it db psql -U ada', 'ada=#'],
    ['mysql', 'mysql>'],
    ['sqlite3 shop.db', 'sqlite>'],
    ['gdb ./a.out', '(gdb)'],
    ['irb', 'irb(main):001>'],
  ])('is true of %s at %s', (command, prompt) => {
    expect(isIdlePrompt(command, prompt, 'Some output.')).toBe(true);
  });

  it.each([
    ['python3 setup.py', 'Name:'],
    // It was not started to be debugged: somebody should look.
    ['python3 setup.py', '(Pdb)'],
    ['make test', '(gdb)'],
    ['make test', '>>>'],
    ['bash deploy.sh', 'Go on? [y/N]'],
    ['bash menu.sh', '#?'],
    ['bash', 'Price in $'],
    ['ssh ada@box', "ada@box's password:"],
    ['ssh box', 'Are you sure you want to continue connecting (yes/no/[fingerprint])?'],
    ['mysql -p', 'Enter password:'],
    ['sudo apt install python3', 'Do you want to continue? [Y/n]'],
  ])('is not of %s at %s', (command, prompt) => {
    expect(isIdlePrompt(command, prompt, undefined)).toBe(false);
  });

  it('is not of a mark behind a question', () => {
    expect(isIdlePrompt('node wizard.js', '>', 'What is it called?')).toBe(false);
    expect(isIdlePrompt('node wizard.js', '>', 'Hello.')).toBe(true);
  });
});
