import { describe, expect, it } from 'vitest';
import { TmuxBridge } from '../../../src/systems/tmux-bridge.js';
import { differentPlaces, type StartTmux, usePlace } from '../tmux/places.js';

const config = { subprocessTimeoutMs: 60_000 };
const long = 'a line that is long enough to be pasted instead of typed, 0123456789 0123456789';

function suite(start: StartTmux): void {
  it('gives text and keys to a shell, and proves it [B2] [B20]', async () => {
    await using server = await start();
    await using bridge = new TmuxBridge({ host: server.tmux, config });
    const session = await server.tmux.ensureSession('main');
    const pane = await session.newWindow({ command: ['sh', '-i'] });
    await pane.waitForCursorLine(/[$#] ?$/);
    for (const [text, answer] of [
      ['echo one-$((1 + 1))', /^one-2$/],
      [`echo '${long}' | tr a-z A-Z`, /^A LINE THAT IS LONG/],
    ] as const) {
      expect(await bridge.sendText(pane.id, text)).toMatchObject({ success: true, status: 'submitted' });
      // The next text is for the next prompt.
      await pane.waitForScreen(
        ({ rows, cursor }) => rows.some((row) => answer.test(row)) && /[$#] ?$/.test(rows[cursor.y] ?? ''),
      );
    }
    expect(await bridge.sendKeys(pane.id, 'C-l', 'Enter')).toMatchObject({ success: true });
    expect(await bridge.checkHealth(pane.id)).toMatchObject({ available: true, running: false });
  });

  it('lets two bridges type one after the other [B6]', async () => {
    await using server = await start();
    await using first = new TmuxBridge({ host: server.tmux, config });
    await using second = new TmuxBridge({ host: server.tmux, config });
    const session = await server.tmux.ensureSession('main');
    // Without the terminal's echo, into which an answer could fall.
    const pane = await session.newWindow({ command: ['sh', '-c', 'stty -echo; echo ready; exec cat'] });
    await pane.waitForText('ready');
    await expect.poll(async () => (await pane.info()).command).toBe('cat');
    const texts = ['one', 'two', 'three', 'four'].map((word) => `${word} ${word} ${word}`);
    const sending = texts.map((text, index) => (index % 2 ? first : second).sendText(pane.id, text));
    expect((await Promise.all(sending)).map(({ success }) => success)).toEqual([true, true, true, true]);
    const lines = async (): Promise<string[]> => (await pane.capture()).trimEnd().split('\n').slice(1);
    await expect.poll(async () => (await lines()).toSorted()).toEqual(texts.toSorted());
  });
}

describe.each(differentPlaces)('the bridge on $name', (place) => suite(usePlace(place)));

describe('the bridge without control mode', () => {
  const start = usePlace(differentPlaces[0] ?? { name: '', open: () => Promise.reject() });
  suite((options = {}) => start({ ...options, control: false }));
});
