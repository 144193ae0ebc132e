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

/**
 * Pastes text into a pane through its own buffer, which is gone afterwards. What fits into one request is sent as one, so that
 * a caller that dies leaves neither a buffer nor a part of what was to happen.
 */
export async function pasteInto(
  pane: string,
  text: string | Uint8Array,
  options: PasteOptions,
  tmux: TmuxContext,
  request: Request,
): Promise<void> {
  const data = Buffer.from(typeof text === 'string' ? Buffer.from(text) : text);
  const { behind = [] } = options;
  if (data.length === 0) {
    if (behind.length > 0) await request(behind);
    return;
  }
  if (data.length <= PIECE_BYTES && goesByCommands(data, tmux)) {
    const name = bufferName();
    const commands = [...fillCommands(name, data), pasteCommand(pane, name, options, tmux), ...behind];
    await request(commands).catch(async (error: unknown) => {
      await request([['delete-buffer', '-b', name]]).catch(() => {});
      throw error;
    });
    return;
  }
  await using buffer = await fillBuffer(data, tmux, request);
  await request([pasteCommand(pane, buffer.name, options, tmux), ...behind]);
  buffer.isUsed();
}

/** A paste buffer with text in it. What is not pasted is gone when it is disposed of. */
export interface FilledBuffer extends AsyncDisposable {
  readonly name: string;
  /** Pasting takes the buffer away by itself. */
  isUsed(): void;
}

export async function fillBuffer(data: Buffer, tmux: TmuxContext, request: Request): Promise<FilledBuffer> {
  const name = bufferName();
  let used = false;
  const drop = async (): Promise<void> => {
    if (!used) await request([['delete-buffer', '-b', name]]).catch(() => {});
  };
  try {
    if (goesByCommands(data, tmux))
      await Promise.all(fillCommands(name, data).map((command) => request([command])));
    else await tmux.loadBuffer(name, data);
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

/** No argument has a NUL. Without control mode the text would be in the arguments of a process, for all to see. */
function goesByCommands(data: Buffer, tmux: TmuxContext): boolean {
  return tmux.server !== undefined && !data.includes(0);
}

function bufferName(): string {
  return `muxwright-${randomBytes(8).toString('hex')}`;
}

function fillCommands(buffer: string, data: Buffer): Command[] {
  const commands: Command[] = [];
  for (let start = 0; start < data.length; start += PIECE_BYTES) {
    const append = start === 0 ? [] : ['-a'];
    commands.push(['set-buffer', ...append, '-b', buffer, '--', data.subarray(start, start + PIECE_BYTES)]);
  }
  return commands;
}
