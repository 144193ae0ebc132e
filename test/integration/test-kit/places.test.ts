import { describe, expect, it } from 'vitest';
import { createExpect } from '../../../src/test/expect/expect.js';
import { launch } from '../../../src/test/launch.js';
import { ScreenGrid } from '../../../src/test/locators/screen-grid.js';
import { screenSnapshot } from '../../../src/test/snapshots/screen-text.js';
import { differentPlaces, type OpenPlace, type Place } from '../tmux/places.js';

const own = createExpect();
const program = `printf '\\033[1;32mgreen\\033[0m \\033[48;5;208mblock \\033[0m 日本\\n'; echo "$HOME" | wc -w
env | grep -c -e NO_COLOR -e LESS -e EDITOR; echo "$TERM $LANG $TZ $COLORTERM"; read -r line; echo "got $line"; exit 4`;

/** What a place shows, after the same has been done with it in each. */
async function shownIn(place: Place): Promise<string> {
  await using opened: OpenPlace = await place.open();
  await using terminal = await launch(['sh', '-c', program], {
    on: opened.address,
    connect: opened.options,
    timeout: 120_000,
    env: { MARK: 'place' },
  });
  await terminal.fill('hello');
  await own(terminal).toHaveExited({ code: 4 });
  await own(terminal.getByText('got hello')).toBeVisible();
  await own(terminal.getByText('green')).toHaveStyle({ fg: 'green', bold: true });
  return screenSnapshot(new ScreenGrid(await terminal.screen()), { masks: [], hidden: [] });
}

describe('a terminal on another host', () => {
  it('shows the same, to the byte', async () => {
    process.env.NO_COLOR = '1';
    const shown: string[] = [];
    for (const place of differentPlaces) shown.push(await shownIn(place));
    delete process.env.NO_COLOR;
    expect(shown[0]).toContain('|tmux-256color C.UTF-8 UTC truecolor\n|hello\n|got hello\n');
    expect(new Set(shown).size).toBe(1);
  });
});
