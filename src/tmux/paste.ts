import { randomBytes } from 'node:crypto';
import type { TmuxContext } from './context.js';
import { hasQuirk } from './quirks.js';
import type { Command } from './quote.js';

export interface PasteOptions {
  /**
   * Put the text in paste brackets where the program has asked for them.
   * @default true
   */
  readonly bracketed?: boolean;
  /**
   * What a newline becomes: a carriage return as when a person pastes, or a newline as it is.
   * @default 'cr'
   */
  readonly newline?: 'cr' | 'lf';
  /** @internal What tmux does behind it, before it does anything for somebody else. */
  readonly behind?: readonly Command[];
}

const PIECE_BYTES = 256 * 1024;

/** Pastes text into a pane through a buffer of its own, which is gone afterwards, whatever happens. */
export async function pasteInto(
  pane: string,
  text: string | Uint8Array,
  options: PasteOptions,
  tmux: TmuxContext,
  request: Request,
): Promise<void> {
  const data = Buffer.from(typeof text === 'string' ? Buffer.from(text) : text);
  if (data.length === 0) return;
  await using buffer = await fillBuffer(data, tmux, request);
  await request([pasteCommand(pane, buffer.name, options, tmux), ...(options.behind ?? [])]);
  buffer.isUsed();
}

/** A paste buffer with text in it. What is not pasted is gone when it is disposed of. */
export interface FilledBuffer extends AsyncDisposable {
  readonly name: string;
  /** Pasting takes the buffer away by itself. */
  isUsed(): void;
}

export async function fillBuffer(data: Buffer, tmux: TmuxContext, request: Request): Promise<FilledBuffer> {
  const name = `muxwright-${randomBytes(8).toString('hex')}`;
  let used = false;
  const drop = async (): Promise<void> => {
    if (!used) await request([['delete-buffer', '-b', name]]).catch(() => {});
  };
  try {
    // Without control mode the text would be in the arguments of a process, for all to see.
    if (data.includes(0) || !tmux.server) await tmux.loadBuffer(name, data);
    else await Promise.all(fillCommands(name, data).map((command) => request([command])));
  } catch (error) {
    await drop();
    throw error;
  }
  return {
    name,
    isUsed: () => {
      used = true;
    },
    [Symbol.asyncDispose]: drop,
  };
}

/** The command that gives a buffer to a pane, and takes it away. */
export function pasteCommand(
  pane: string,
  buffer: string,
  options: PasteOptions,
  tmux: TmuxContext,
): Command {
  return ['paste-buffer', '-d', ...pasteFlags(options, tmux), '-b', buffer, '-t', pane];
}

type Request = (commands: readonly Command[]) => Promise<Buffer[]>;

function pasteFlags(options: PasteOptions, tmux: TmuxContext): string[] {
  const flags: string[] = [];
  if (options.bracketed !== false) flags.push('-p');
  if (options.newline === 'lf') flags.push('-r');
  if (tmux.version && hasQuirk(tmux.version, 'paste-made-printable')) flags.push('-S');
  return flags;
}

function fillCommands(buffer: string, data: Buffer): Command[] {
  const commands: Command[] = [];
  for (let start = 0; start < data.length; start += PIECE_BYTES) {
    const append = start === 0 ? [] : ['-a'];
    commands.push(['set-buffer', ...append, '-b', buffer, '--', data.subarray(start, start + PIECE_BYTES)]);
  }
  return commands;
}
