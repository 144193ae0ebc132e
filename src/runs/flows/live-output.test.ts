import { describe, expect, it } from 'vitest';
import type { PaneFeed, PaneSink } from '../../tmux/pane-events.js';
import { LiveOutput } from './live-output.js';

describe('LiveOutput', () => {
  it('keeps the last of what was printed, and parts what does not belong together', async () => {
    const { output, sink } = await following(10);
    sink.output(Buffer.from('dropped---'));
    sink.output(Buffer.from('ab'));
    sink.gap('reconnected');
    sink.output(Buffer.from('cd'));
    expect(output.text).toBe('ab\ncd');
    output[Symbol.dispose]();
    expect(output.text).toBe('');
  });

  it('puts together a character that came in two halves', async () => {
    const { output, sink } = await following(100);
    const [first, ...rest] = Buffer.from('ü');
    sink.output(Buffer.from([first ?? 0]));
    sink.output(Buffer.from(rest));
    expect(output.text).toBe('ü');
  });

  it('tells whether more was printed since, or nothing', async () => {
    const { output, sink } = await following(100);
    const { printed } = output;
    expect(await output.next(printed, 1)).toBe(false);
    const more = output.next(printed, 10_000);
    sink.output(Buffer.from('x'));
    expect(await more).toBe(true);
    expect(await output.next(printed, 10_000)).toBe(true);
  });
});

async function following(maxBytes: number): Promise<{ output: LiveOutput; sink: PaneSink }> {
  const output = new LiveOutput(maxBytes, () => {});
  let sink: PaneSink | undefined;
  const listen = async (given: PaneSink): Promise<PaneFeed> => {
    sink = given;
    return { look: async () => {}, settle: async () => {}, watchDeath: () => {}, close: () => {} };
  };
  await output.follow({ listen });
  if (!sink) throw new Error('Nobody listens.');
  return { output, sink };
}
