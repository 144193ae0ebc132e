import { describe, expect, it } from 'vitest';
import { openTerminals } from './open-terminals.js';
import { shownBy, shownIn } from './shown-by.js';

/** Prints at full speed, in colours and with wide characters, and stops at a mark. */
const flood = `
i=0
while [ $i -lt 4000 ]; do
  i=$((i + 1))
  printf '\\033[3%dm%d 日本語 é\\033[1m bold \\033[0m' $((i % 8)) $i
  printf '%s\\r\\n' '--------------------------------------------------------------------------------'
done
printf 'flood is over'
exec sleep 600`;

describe('a viewer of a terminal', () => {
  it('shows exactly what the pane shows, whenever it joins a pane that prints at full speed', async () => {
    await using open = await openTerminals();
    const { server, folder } = open;
    const pane = await open.run(['sh', '-c', `read go; ${flood}`]);
    const seats = [await open.join(pane)];
    await seats[0]?.frame('hello');
    await pane.sendKeys('Enter');
    while (!(await pane.screen()).rows.some((row) => row.includes('flood is over'))) {
      seats.push(await open.join(pane));
    }
    for (const seat of seats) await seat.until(() => seat.text.includes('flood is over'));
    const wanted = await shownIn(server.tmux, pane);
    for (const seat of seats) {
      expect(await shownBy(server.tmux, folder, seat.bytes, { cols: 80, rows: 24 })).toEqual(wanted);
    }
  });
});
