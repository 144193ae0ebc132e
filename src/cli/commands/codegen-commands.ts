import type { Command } from '../command.js';
import { cwd, env, host } from '../options.js';

/** Tests from sessions. */
export const codegenCommands: readonly Command[] = [
  {
    name: 'codegen',
    group: 'rest',
    summary: 'write a test of a program while somebody works with it',
    description:
      'The program runs in this terminal until it ends, or until Ctrl-C is pressed twice. What was done becomes a test for\n' +
      'muxwright/test, with waits and locators instead of sleeps. It is tried before it is written: as recorded, under load, 20\n' +
      'columns wider, and with each action left out once, where the next wait has to fail. Passwords are in no file: the test\n' +
      'reads them from the environment. The program has the same environment as in a test: an empty home, no settings.',
    options: [
      {
        name: 'out',
        letter: 'o',
        value: 'FILE',
        completes: 'file',
        description: 'the test to write, such as shop.test.ts',
      },
      {
        name: 'runner',
        value: 'R',
        completes: ['vitest', 'node'],
        description: 'vitest (the default), or node for node --test',
      },
      {
        name: 'from',
        value: 'FILE',
        completes: 'file',
        description: 'do what a recording with input (.cast) or a VHS tape (.tape) does',
      },
      { name: 'name', value: 'NAME', description: 'name of the test (default: the command)' },
      { name: 'scratch', description: 'start in an empty folder, a new one for each test' },
      cwd,
      env,
      host,
      { name: 'force', description: 'write over a file that is there' },
    ],
    operands: [],
    runs: 'optional',
    operations: [],
    examples: [
      ['mux codegen --out sum.test.ts -- bc -q', 'work with bc, and get a test for Vitest'],
      [
        'mux codegen --runner node --scratch --out init.test.mjs -- npm init',
        'for node --test, in an empty folder',
      ],
      ['mux codegen --from demo.tape --out demo.test.ts', 'from a tape of VHS'],
    ],
    load: async () => (await import('../codegen/codegen-command.js')).codegenCommand,
  },
];
