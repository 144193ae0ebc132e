import { describe, expect, it } from 'vitest';
import { mux, muxInShell } from './mux.js';
import { scratchMux } from './scratch-mux.js';

describe('a machine with many workers and runs', () => {
  it('has no warnings of Node in the output of commands that ask them all', async () => {
    await using place = await scratchMux();
    const names = Array.from({ length: 14 }, (_, at) => `w${at}`);
    const asking = 'printf "Name? "; read -r name; echo "Hello, $name."; exec cat';
    const spawn = `for name in ${names.join(' ')}; do "$@" spawn "$name" --tag all -- sh -c '${asking}' || exit; done`;
    expect(await muxInShell(spawn, place.env)).toMatchObject({ code: 0, stderr: '' });
    const run = `for name in ${names.join(' ')}; do "$@" run --detach -- '${asking}' || exit; done`;
    expect(await muxInShell(run, place.env)).toMatchObject({ code: 0, stderr: '' });
    const commands = [
      ['inbox'],
      ['broadcast', '--tag', 'all', 'Ada'],
      ['ls'],
      ['runs'],
      ['panes'],
      ['recover'],
      ['clean', '--all'],
    ];
    for (const command of commands) {
      const { code, stderr } = await mux(command, place.env);
      expect.soft({ command, code, stderr }).toEqual({ command, code: 0, stderr: '' });
    }
  });
});
