import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openTerminal } from '../integration/cli/terminal.js';

/** Sets the clipboard and the title, answers as keys, and turns letters around. */
const ATTACK = '\x1b]52;c;ZXZpbA==\x07\x1b]2;owned\x07\x1bP+q544e\x1b\\\x1b[c\x1b[21t\x1b[31mred\x1b[0m';

describe('the terminal of a person', () => {
  it('gets colours and moves of the cursor from old output, and nothing else unless asked', async () => {
    await using terminal = await openTerminal();
    const { mux, pane } = terminal;
    const work = join(mux.folder, 'work');
    const cast = [{ version: 2, width: 80, height: 24 }, [0, 'o', `${ATTACK}\r\n`]];
    await writeFile(join(work, 'evil.cast'), cast.map((line) => `${JSON.stringify(line)}\n`).join(''));
    await writeFile(join(work, 'evil.sh'), `printf '%s\\n' '${ATTACK}'\n`);
    const before = (await pane.screen()).title;
    expect(await terminal.output('mux play evil.cast')).toContain('red');
    expect((await pane.screen()).title).toBe(before);
    await terminal.output('mux spawn old -- sh evil.sh | cat; mux wait old | cat');
    const raw = await terminal.output('mux logs old --raw');
    expect(raw).toContain('red');
    expect((await pane.screen()).title).toBe(before);
    // What a terminal answers would be typed at the prompt.
    expect(await terminal.output('echo clean')).toBe('clean\n');
    expect(await terminal.output('mux logs old --raw | od -c | grep -c "5   2"')).toBe('1\n');
    await terminal.output('mux logs old --raw --all-sequences');
    await expect.poll(async () => (await pane.screen()).title).toBe('owned');
  });

  it('shows names in their own order', async () => {
    await using terminal = await openTerminal();
    await terminal.output(`mux run -- printf 'safe\u202etxt.exe' | cat`);
    const listed = await terminal.output('mux runs');
    expect(listed).toContain('safe?txt.exe');
    expect(listed).not.toContain('\u202e');
  });
});
