import { keyBytes } from './key-bytes.js';
import type { Argument, Command } from './quote.js';

export interface PaneInput {
  readonly pane: string;
  readonly data: string;
}

/**
 * What a group of commands puts into panes: keys and text of `send-keys`, and the buffers that `paste-buffer` pastes.
 *
 * @param buffers what paste buffers hold; kept up to date
 */
export function inputIn(commands: readonly Command[], buffers: Map<string, Buffer>): PaneInput[] {
  return commands.flatMap((command) => {
    const [name, ...args] = command;
    if (name === 'send-keys') return sent(args);
    if (name === 'paste-buffer') return pasted(args, buffers);
    if (name === 'set-buffer') fill(args, buffers);
    else if (name === 'delete-buffer') buffers.delete(textOf(optionsOf(args, 'b').values.b));
    return [];
  });
}

function sent(args: readonly Argument[]): PaneInput[] {
  const { flags, values, rest } = optionsOf(args, 'tNc');
  // Neither is input: one clears the terminal, the other is for copy mode.
  if (flags.has('R') || flags.has('X')) return [];
  const times = Math.max(1, Number(textOf(values.N)) || 1);
  const data = rest.map((key) => {
    if (flags.has('l')) return textOf(key);
    return flags.has('H') ? String.fromCharCode(Number.parseInt(textOf(key), 16)) : keyBytes(textOf(key));
  });
  return input(values.t, data.join('').repeat(times));
}

function pasted(args: readonly Argument[], buffers: Map<string, Buffer>): PaneInput[] {
  const { flags, values } = optionsOf(args, 'tbs');
  const name = textOf(values.b);
  const text = buffers.get(name)?.toString() ?? '';
  if (flags.has('d')) buffers.delete(name);
  return input(values.t, flags.has('r') ? text : text.replaceAll('\n', '\r'));
}

function fill(args: readonly Argument[], buffers: Map<string, Buffer>): void {
  const { flags, values, rest } = optionsOf(args, 'bnt');
  const name = textOf(values.b);
  const before = flags.has('a') ? (buffers.get(name) ?? Buffer.alloc(0)) : Buffer.alloc(0);
  if (name !== '') buffers.set(name, Buffer.concat([before, Buffer.from((rest[0] ?? '') as string)]));
}

function input(target: Argument | undefined, data: string): PaneInput[] {
  return data === '' ? [] : [{ pane: textOf(target), data }];
}

interface Options {
  readonly flags: ReadonlySet<string>;
  readonly values: Readonly<Record<string, Argument | undefined>>;
  readonly rest: readonly Argument[];
}

/** Options as tmux reads them, up to the first argument that is none. */
function optionsOf(args: readonly Argument[], withValue: string): Options {
  const flags = new Set<string>();
  const values: Record<string, Argument | undefined> = {};
  let at = 0;
  for (; at < args.length; at++) {
    const arg = args[at];
    if (typeof arg !== 'string' || !/^-[A-Za-z]/.test(arg)) break;
    const last = arg.slice(-1);
    for (const letter of arg.slice(1)) flags.add(letter);
    if (withValue.includes(last)) values[last] = args[++at];
  }
  return { flags, values, rest: args.slice(args[at] === '--' ? at + 1 : at) };
}

function textOf(argument: Argument | undefined): string {
  if (argument === undefined) return '';
  return typeof argument === 'string' ? argument : Buffer.from(argument).toString();
}
