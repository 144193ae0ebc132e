import type { MouseButton, Point } from '../input/mouse.js';

/** One thing that a person did at a terminal. */
export type PersonInput =
  | { readonly kind: 'text'; readonly text: string }
  /** By its tmux name. */
  | { readonly kind: 'key'; readonly key: string }
  | { readonly kind: 'mouse'; readonly event: MouseEvent; readonly bytes: string }
  /** A sequence that is neither a key nor the mouse. */
  | { readonly kind: 'bytes'; readonly bytes: string };

export type MouseEvent =
  | { readonly type: 'press' | 'release'; readonly button: MouseButton; readonly at: Point }
  | { readonly type: 'wheel'; readonly direction: 'up' | 'down'; readonly at: Point }
  | { readonly type: 'move'; readonly at: Point };

/**
 * Reads what the terminal of a person sends, as keys by their tmux names, text and the mouse. A sequence that is cut is
 * completed by the next chunk; an Escape that ends a chunk is the key.
 *
 * @example
 * new InputReader().read(Buffer.from('ls\r')); // text 'ls', key 'Enter'
 */
export class InputReader {
  readonly #decoder = new TextDecoder();
  #rest = '';

  read(bytes: Uint8Array): PersonInput[] {
    let text = this.#rest + this.#decoder.decode(bytes, { stream: true });
    this.#rest = '';
    const found: PersonInput[] = [];
    while (text !== '') {
      const { input, length } = next(text);
      if (length === 0) {
        this.#rest = text;
        break;
      }
      text = text.slice(length);
      const last = found.at(-1);
      if (input?.kind === 'text' && last?.kind === 'text') {
        found[found.length - 1] = { kind: 'text', text: last.text + input.text };
      } else if (input) found.push(input);
    }
    return found;
  }
}

interface Step {
  /** Missing where it says nothing about what a person wants, such as a report of the focus. */
  readonly input?: PersonInput;
  /** 0: the rest has not come yet. */
  readonly length: number;
}

function next(text: string): Step {
  const [first = ''] = text;
  if (first === '\x1b') return sequence(text);
  const control = CONTROLS.get(first);
  if (control !== undefined) return { input: { kind: 'key', key: control }, length: 1 };
  if (first < ' ') return { input: { kind: 'key', key: controlName(first) }, length: 1 };
  return { input: { kind: 'text', text: first }, length: first.length };
}

const CONTROLS: ReadonlyMap<string, string> = new Map([
  ['\r', 'Enter'],
  ['\t', 'Tab'],
  ['\x7f', 'BSpace'],
  ['\0', 'C-Space'],
]);

function controlName(character: string): string {
  return `C-${String.fromCharCode(character.charCodeAt(0) + 0x40).toLowerCase()}`;
}

function sequence(text: string): Step {
  const paste = /^\x1b\[200~([\s\S]*?)(\x1b\[201~|$)/.exec(text);
  if (paste) {
    const [whole, pasted = '', end] = paste;
    return end === '' ? { length: 0 } : { input: { kind: 'text', text: pasted }, length: whole.length };
  }
  const mouse = /^\x1b\[<(\d+);(\d+);(\d+)([Mm])/.exec(text) ?? undefined;
  if (mouse) {
    const [bytes, code, column, row, end] = mouse;
    const at = [Number(column) - 1, Number(row) - 1] as const;
    const event = mouseEvent(Number(code), at, end === 'M');
    return { input: { kind: 'mouse', event, bytes }, length: bytes.length };
  }
  if (text.startsWith('\x1b[M')) return oldMouse(text);
  const focus = /^\x1b\[[IO]/.exec(text);
  if (focus) return { length: focus[0].length };
  const control = /^\x1b(?:\[[0-9;:<=>?]*[ -/]*[@-~]|O[ -~])/.exec(text);
  if (control) return keySequence(control[0]);
  if (/^\x1b(?:\[[0-9;:<=>?]*[ -/]*)$/.test(text) && text.length > 2) return { length: 0 };
  const [, held = ''] = /^\x1b([^\x1b])/su.exec(text) ?? [];
  if (held === '') return { input: { kind: 'key', key: 'Escape' }, length: 1 };
  const { input, length } = next(held);
  const name = input?.kind === 'key' ? input.key : held === ' ' ? 'Space' : held;
  return { input: { kind: 'key', key: `M-${name}` }, length: 1 + length };
}

/** Three bytes behind `CSI M`: what, column and row, each with 32 added. */
function oldMouse(text: string): Step {
  if (text.length < 6) return { length: 0 };
  const [code = 0, column = 0, row = 0] = [...text.slice(3, 6)].map((one) => one.charCodeAt(0) - 32);
  const isRelease = (code & 3) === 3 && code < 64;
  const event = mouseEvent(isRelease ? 0 : code, [column - 1, row - 1], !isRelease);
  return { input: { kind: 'mouse', event, bytes: text.slice(0, 6) }, length: 6 };
}

function mouseEvent(code: number, at: Point, isPress: boolean): MouseEvent {
  if (code & 64) return { type: 'wheel', direction: code & 1 ? 'down' : 'up', at };
  if (code & 32) return { type: 'move', at };
  const button = (['left', 'middle', 'right'] as const)[code & 3] ?? 'left';
  return { type: isPress ? 'press' : 'release', button, at };
}

function keySequence(bytes: string): Step {
  const { length } = bytes;
  const [, first = '', modifier = '', final = ''] = /^\x1b[[O](\d*)(?:;(\d+))?([A-Za-z~])$/.exec(bytes) ?? [];
  const name = final === '~' ? NUMBERED.get(Number(first)) : LETTERED.get(final);
  if (name === undefined) return { input: { kind: 'bytes', bytes }, length };
  const number = modifier === '' ? 0 : Number(modifier) - 1;
  const held = `${number & 4 ? 'C-' : ''}${number & 2 ? 'M-' : ''}${number & 1 ? 'S-' : ''}`;
  return { input: { kind: 'key', key: held + name }, length };
}

const LETTERED: ReadonlyMap<string, string> = new Map([
  ['A', 'Up'],
  ['B', 'Down'],
  ['C', 'Right'],
  ['D', 'Left'],
  ['H', 'Home'],
  ['F', 'End'],
  ['Z', 'BTab'],
  ['P', 'F1'],
  ['Q', 'F2'],
  ['R', 'F3'],
  ['S', 'F4'],
  ['M', 'KPEnter'],
]);

const NUMBERED: ReadonlyMap<number, string> = new Map([
  [1, 'Home'],
  [2, 'IC'],
  [3, 'DC'],
  [4, 'End'],
  [5, 'PageUp'],
  [6, 'PageDown'],
  [7, 'Home'],
  [8, 'End'],
  ...[11, 12, 13, 14, 15, 17, 18, 19, 20, 21, 23, 24].map((code, index): [number, string] => [
    code,
    `F${index + 1}`,
  ]),
]);
