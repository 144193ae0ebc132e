import { describe, expect, it } from 'vitest';
import { probeTerminal } from '../../../src/hosts/waiting/probe-terminal.js';
import { differentPlaces, usePlace } from '../tmux/places.js';
import { plainPrograms } from './waiting-programs.js';
import { formatTable, judgePrograms } from './waiting-sample.js';

describe.each(differentPlaces.slice(1))('on $name', (place) => {
  const start = usePlace(place);

  it('knows from the kernel which programs wait for input [A45] [A49]', async () => {
    await using server = await start();
    const table = await judgePrograms(server, plainPrograms, [probeTerminal]);
    console.log(formatTable(place.name, table.lines));
    expect(table.problems).toEqual([]);
  }, 600_000);
});
