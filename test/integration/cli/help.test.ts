import { describe, expect, it } from 'vitest';
import { commands } from '../../../src/cli/commands.js';
import { membersOf } from '../../../src/cli/find-command.js';
import { allHelp, commandHelp, familyHelp, firstHelp, generalHelp } from '../../../src/cli/help.js';
import { allOperations } from '../../../src/operations/families.js';

/** Golden pages: `npx vitest run --project integration test/integration/cli/help.test.ts --update` writes them again. */
describe('the help', () => {
  it('is what the page mux.txt says', async () => {
    await expect(generalHelp()).toMatchFileSnapshot('help/mux.txt');
  });

  it('of all commands is what the page mux-all.txt says', async () => {
    await expect(allHelp()).toMatchFileSnapshot('help/mux-all.txt');
  });

  it('of nothing at all is what the page mux-alone.txt says', async () => {
    await expect(firstHelp()).toMatchFileSnapshot('help/mux-alone.txt');
  });

  it.each(['agents', 'hooks', 'session', 'tmux'])('of mux %s is what its page says', async (word) => {
    await expect(familyHelp(word, membersOf(word))).toMatchFileSnapshot(`help/${word}.txt`);
  });

  it.each(commands.map((command) => [command.name, command] as const))(
    'of mux %s is what its page says',
    async (name, command) => {
      await expect(commandHelp(command)).toMatchFileSnapshot(`help/${name.replace(' ', '-')}.txt`);
    },
  );
});

describe('the table of commands', () => {
  it('reaches every operation of the command line', async () => {
    const reached = new Set(commands.flatMap(({ operations }) => operations));
    const wanted = (await allOperations())
      .filter(({ faces }) => faces.includes('cli'))
      .map(({ name }) => name);
    expect(wanted.filter((name) => !reached.has(name))).toEqual([]);
  });

  it('names only operations that there are', async () => {
    const known = new Set((await allOperations()).map(({ name }): string => name));
    expect(commands.flatMap(({ operations }) => operations).filter((name) => !known.has(name))).toEqual([]);
  });

  it('has every command once, and loads each', async () => {
    const names = commands.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    for (const command of commands) expect(await command.load()).toBeTypeOf('function');
  });
});
