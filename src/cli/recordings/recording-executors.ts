import { resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { MuxError } from '../../model/index.js';
import { defined, playRecording, recordHere, recordingList } from '../../operations/index.js';
import { askingOnce, calling } from '../calling.js';
import type { Execute } from '../command.js';
import { PictureFilter } from '../foreground/picture-filter.js';
import { TerminalFilter } from '../foreground/terminal-filter.js';
import { openRuntime } from '../open-runtime.js';
import type { ParsedArguments } from '../parse-arguments.js';
import { printable } from '../style.js';
import { ago, span } from '../text/ago.js';
import { list } from '../text/columns.js';
import { untilSignal } from '../until-signal.js';

export const record: Execute = async (args, output) => {
  const out = args.value('out');
  const options = {
    target: args.operand('TARGET'),
    format: format(args),
    ...defined({ host: args.value('host'), title: args.value('title'), forMs: args.duration('for') }),
    ...(out !== undefined && { path: resolve(out) }),
  };
  using stop = untilSignal();
  await using runtime = openRuntime(output);
  const { dim } = output.errorStyle;
  const recorded = await recordHere(
    {
      ...options,
      onStarted: ({ path }) => output.printError(`${dim(`recording to ${path}; Ctrl-C stops`)}\n`),
    },
    { runtime, signal: stop.signal },
  );
  const { path, durationMs, bytes } = recorded;
  output.print(
    args.has('json')
      ? `${JSON.stringify(recorded, undefined, 2)}\n`
      : `${path}  ${span(durationMs)}  ${bytes} bytes\n`,
  );
  return recorded.endReason === 'failed' ? 1 : 0;
};

export const play: Execute = async (args, output) => {
  const given = defined({ idleLimitMs: args.duration('idle-limit') });
  const options = { speed: speed(args.value('speed')), ...given };
  using stop = untilSignal();
  await using runtime = openRuntime(output);
  const { pieces } = await playRecording(runtime, args.operand('FILE'), options);
  const filter = new TerminalFilter();
  const picture = args.has('all-sequences') ? undefined : new PictureFilter();
  const shown = (data: Buffer): Promise<void> => output.printWhenReady(data.toString());
  try {
    for await (const { waitMs, data } of pieces) {
      if (waitMs >= 1) await delay(Math.min(waitMs, LONGEST_MS), undefined, { signal: stop.signal });
      if (stop.signal.aborted) break;
      await shown(filter.push(Buffer.from(picture ? picture.push(data) : data)));
    }
  } catch (error) {
    if (!stop.signal.aborted) throw error;
  } finally {
    await shown(filter.end());
    // The last picture stays; what the program had changed about the terminal does not.
    await shown(Buffer.from(`${filter.modes.restore()}\r\n`));
  }
  return stop.signal.aborted ? INTERRUPTED : 0;
};

export const recordings = calling(
  recordingList,
  () => ({}),
  ({ recordings: all }, _, output) => {
    const { style } = output;
    if (all.length === 0) return 'No recordings. Start one with: mux record TARGET\n';
    const rows = all.map((one) => [
      one.id,
      one.state === 'recording' ? style.green('recording') : (one.endReason ?? one.state),
      `${ago(one.startedAt)} ago`,
      span(one.durationMs),
      `${one.bytes}`,
      printable(one.title ?? one.target),
      style.dim(printable(one.path)),
    ]);
    return list(['RECORDING', 'STATE', 'STARTED', 'LENGTH', 'BYTES', 'OF', 'FILE'], rows, output);
  },
  askingOnce,
);

const INTERRUPTED = 130;

/** No timer waits longer. */
const LONGEST_MS = 2 ** 31 - 1;

function format(args: ParsedArguments): 'v2' | 'v3' {
  const word = args.value('format') ?? 'v2';
  if (word === 'v2' || word === 'v3') return word;
  throw new MuxError('INVALID_ARGUMENT', `Unknown recording format in --format: '${printable(word)}'.`, {
    suggestion: 'Use --format v2, which all players support, or --format v3.',
  });
}

function speed(word = '1'): number {
  const number = Number(word);
  if (/^\d+(\.\d+)?$/.test(word) && number > 0 && number <= 1_000) return number;
  throw new MuxError('INVALID_ARGUMENT', `--speed must be a positive number, and is '${printable(word)}'.`, {
    suggestion: 'Use --speed 2 for double speed, or 0.5 for half speed.',
  });
}
