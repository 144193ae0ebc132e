import { CastEncoder, type CastEvent, encodeHeader } from '../recorder/index.js';
import { FrameReader } from './frames.js';
import type { Trace } from './trace-schema.js';

/** What a terminal of a trace has printed, as a recording (asciicast 3) with a marker for each entry. */
export function traceCast(trace: Trace, index: number): string {
  const terminal = trace.terminals[index];
  if (!terminal) return '';
  const frames = new FrameReader(terminal.frames);
  const sizes = terminal.timeline.flatMap(([at, id]) => {
    const screen = frames.screen(id);
    return screen ? [{ at, width: screen.width, height: screen.height }] : [];
  });
  const first = sizes[0] ?? { at: 0, width: terminal.width, height: terminal.height };
  const resizes = sizes.filter(({ width, height }, at) => {
    const before = sizes[at - 1] ?? first;
    return before.width !== width || before.height !== height;
  });
  const events: CastEvent[] = [
    ...terminal.output.map(([at, data]): CastEvent => ({ at: seconds(at), type: 'output', data })),
    ...resizes.map(
      ({ at, width, height }): CastEvent => ({ at: seconds(at), type: 'resize', width, height }),
    ),
    ...trace.entries
      .filter((entry) => entry.terminal === index)
      .map(({ at, id, name, detail, failed }): CastEvent => {
        const label = `#${id} ${name} ${detail}`.trim();
        return { at: seconds(at), type: 'marker', label: failed ? `${label} failed` : label };
      }),
  ];
  if (terminal.exit?.code !== undefined) {
    events.push({ at: seconds(terminal.exit.at), type: 'exit', code: terminal.exit.code });
  }
  const encoder = new CastEncoder('v3');
  const header = encodeHeader({
    format: 'v3',
    width: first.width,
    height: first.height,
    timestamp: Math.floor(Date.parse(trace.startedAt) / 1000),
    title: trace.test.name,
    command: terminal.command,
  });
  const lines = events.toSorted((a, b) => a.at - b.at).map((event) => encoder.encode(event));
  return header + lines.join('');
}

function seconds(ms: number): number {
  return Math.max(0, ms) / 1000;
}
