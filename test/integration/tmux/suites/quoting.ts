import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseRecord, recordFormat } from '../../../../src/tmux/record-format.js';
import type { StartTmux } from '../places.js';

const argument = fc
  .oneof(
    fc.string({ unit: 'grapheme', maxLength: 40 }),
    fc.string({ unit: 'binary-ascii', maxLength: 40 }),
    fc.constantFrom(
      '~',
      '~root',
      '$HOME',
      ['$', '{x}'].join(''),
      '#{pid}',
      '#(id)',
      '"',
      "'",
      '\\',
      '\\n',
      ';',
      ' ; ',
      '%if',
      '{',
      '}',
      '-x',
      '--',
      '',
      '\n',
      '\r\n',
      '\t',
      '#',
      'a=b',
      '\x7f',
      '\x1b[31m',
    ),
  )
  .map((text) => text.replaceAll('\0', ''));

/** Whether what we say arrives, and what tmux says is understood. */
export function quotingSuite(start: StartTmux, runs: number): void {
  it('brings any list of arguments through a real tmux as it was', async () => {
    await using server = await start();
    const { tmux } = server;
    const check = fc.asyncProperty(fc.array(argument, { minLength: 1, maxLength: 4 }), async (args) => {
      const fields = Object.fromEntries(args.map((_, i) => [`arg${i}`, `@arg${i}`]));
      const set = args.map((arg, i) => tmux.request([['set-option', '-g', '--', `@arg${i}`, arg]]));
      const [, [body]] = await Promise.all([
        Promise.all(set),
        tmux.request([['display-message', '-p', recordFormat(fields)]]),
      ]);
      expect(Object.values(parseRecord(fields, body ?? Buffer.alloc(0)))).toEqual(args);
    });
    await fc.assert(check, { numRuns: runs });
  });

  it('brings any value of an option back as it was', async () => {
    await using server = await start();
    const { globalOptions } = server.tmux;
    const check = fc.asyncProperty(argument, async (value) => {
      await globalOptions.set('@value', value);
      expect(await globalOptions.get('@value')).toBe(value);
    });
    await fc.assert(check, { numRuns: Math.ceil(runs / 5) });
  });
}
