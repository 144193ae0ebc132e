import { describe, expect, it } from 'vitest';
import { LiveView } from './live-view.js';
import type { Output } from './output.js';
import { style } from './style.js';

describe('LiveView', () => {
  it('draws over what it drew before', () => {
    const { output, printed } = recorder({ live: true, rows: 10 });
    using view = new LiveView(output);
    view.show(['one', 'two']);
    view.show(['three']);
    expect(printed).toEqual(['\x1b[?7l\r\x1b[Jone\ntwo\n\x1b[?7h', '\x1b[?7l\x1b[2A\r\x1b[Jthree\n\x1b[?7h']);
  });

  it('draws no more lines than it can reach again', () => {
    const { output, printed } = recorder({ live: true, rows: 4 });
    using view = new LiveView(output);
    view.show(['1', '2', '3', '4', '5']);
    expect(printed).toEqual(['\x1b[?7l\r\x1b[J1\n2\n… and 3 more lines\n\x1b[?7h']);
  });

  it('prints again where there is no terminal', () => {
    const { output, printed } = recorder({ live: false, rows: 4 });
    using view = new LiveView(output);
    view.show(['1', '2', '3', '4', '5']);
    view.show(['6']);
    expect(printed).toEqual(['1\n2\n3\n4\n5\n\n', '6\n\n']);
  });
});

function recorder({ live, rows }: { live: boolean; rows: number }): { output: Output; printed: string[] } {
  const printed: string[] = [];
  const print = (text: string): void => void printed.push(text);
  const plain = style(false);
  const onResize = (): (() => void) => () => {};
  const printing = { print, printWhenReady: async (text: string) => print(text), printError: print };
  const output = { ...printing, style: plain, errorStyle: plain, live, liveError: live, rows, onResize };
  return { output, printed };
}
