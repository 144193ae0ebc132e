import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { openTerminal } from './terminal.js';

const slow = { timeoutMs: 120_000 };

describe('recordings in a terminal', () => {
  it('are made until Ctrl-C, listed, and played', async () => {
    await using terminal = await openTerminal();
    const { pane, mux } = terminal;
    await terminal.output(`mux spawn talk -- sh -c 'echo begin; exec cat'`);
    await terminal.output(`mux wait talk --text begin`);
    await terminal.enter('clear; mux record talk --out talk.cast; echo "ended with $?"');
    await pane.waitForText('Ctrl-C stops', slow);
    await promisify(execFile)('mux', ['send', 'talk', 'spoken meanwhile'], {
      env: { ...process.env, ...mux.env },
    });
    const file = join(mux.folder, 'work', 'talk.cast');
    await expect.poll(() => readFile(file, 'utf8')).toContain('spoken meanwhile');
    await pane.sendKeys('C-c');
    await pane.waitForText('ended with 0', slow);

    const [header, ...events] = (await readFile(file, 'utf8'))
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(header).toMatchObject({ version: expect.any(Number) });
    const printed = events.map(([, type, data]) => (type === 'o' ? data : '')).join('');
    expect(printed).toContain('begin');
    expect(printed).toContain('spoken meanwhile');

    expect(await terminal.output('mux recordings')).toMatch(/talk/);
    await terminal.enter('clear; mux play talk.cast --speed 50 --idle-limit 100ms; echo "played with $?"');
    const played = await pane.waitForText('played with 0', slow);
    expect(played.lines.join('\n')).toContain('spoken meanwhile');
    await terminal.output('mux kill talk');
  });
});
