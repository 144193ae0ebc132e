import { lineDrawing } from './line-drawing.js';

/** A piece of output, as a terminal understands it. */
export type PrintedToken =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'control'; readonly character: string }
  | { readonly kind: 'style'; readonly parameters: string }
  | { readonly kind: 'sequence'; readonly final: string; readonly numbers: readonly number[] }
  | {
      readonly kind: 'mode';
      readonly isPrivate: boolean;
      readonly set: boolean;
      readonly modes: readonly number[];
    }
  | { readonly kind: 'title'; readonly title: string }
  | { readonly kind: 'escape'; readonly final: string };

export interface PrintedTokens {
  readonly tokens: readonly PrintedToken[];
  /** A sequence whose end is still to come: to be put before what follows. */
  readonly rest: string;
  /** Whether letters are lines from there on. */
  readonly drawing: boolean;
}

/** Takes output apart. What a picture shows nothing of (queries, links, the mouse) is left out. */
export function printedTokens(output: string, drawingBefore = false): PrintedTokens {
  const cut = cutSequence(output);
  const tokens: PrintedToken[] = [];
  let drawing = drawingBefore;
  for (const match of output.slice(0, cut).matchAll(TOKENS)) {
    const [whole, marker, parameters = '', between = '', final, string, charset, short] = match;
    if (whole.charCodeAt(0) !== 0x1b) {
      const isText = whole.charCodeAt(0) >= 0x20 && whole !== '\x7f';
      if (isText) tokens.push({ kind: 'text', text: drawing ? drawn(whole) : whole });
      else if (whole === '\x0e') drawing = true;
      else if (whole === '\x0f') drawing = false;
      else tokens.push({ kind: 'control', character: whole });
    } else if (final !== undefined) {
      const token = sequenceToken(marker, parameters, between, final);
      if (token) tokens.push(token);
    } else if (string !== undefined) {
      const title = /^\][02];(.*)$/s.exec(string)?.[1];
      if (title !== undefined) tokens.push({ kind: 'title', title });
    } else if (charset !== undefined) drawing = charset === '0';
    else if (short !== undefined) tokens.push({ kind: 'escape', final: short });
  }
  return { tokens, rest: output.slice(cut), drawing };
}

function sequenceToken(
  marker: string | undefined,
  parameters: string,
  between: string,
  final: string,
): PrintedToken | undefined {
  if (between !== '') return undefined;
  if (final === 'm') return marker === undefined ? { kind: 'style', parameters } : undefined;
  const numbers = parameters.split(/[;:]/).map((number) => Math.min(Number(number) || 0, LARGEST));
  if (final === 'h' || final === 'l') {
    const isPrivate = marker === '?';
    return marker === undefined || isPrivate
      ? { kind: 'mode', isPrivate, set: final === 'h', modes: numbers }
      : undefined;
  }
  return marker === undefined ? { kind: 'sequence', final, numbers } : undefined;
}

function drawn(text: string): string {
  return text.replace(/[`-~+,\-.0]/g, (letter) => lineDrawing[letter] ?? letter);
}

/** Where a sequence begins that has no end yet; the length of the output where none does. */
function cutSequence(output: string): number {
  const at = CUT.exec(output)?.index;
  return at === undefined || output.length - at > LONGEST_STRING ? output.length : at;
}

const CUT = /\x1b(?:\[[0-?]*[ -/]*|[\]PX^_k][^\x07\x1b]*\x1b?|[ -/]*)$/;
const LONGEST_STRING = 64 * 1024;

/** No screen is larger; a larger number would only cost time. */
const LARGEST = 10_000;

/** Text, a control sequence, a string, a choice of the first character set, short ones, the rest. */
const TOKENS =
  /[^\x00-\x1f\x7f]+|\x1b(?:\[([<-?])?([0-9:;]*)([ -/]*)([@-~])|([\]PX^_k][^\x07\x1b]*)(?:\x07|\x1b\\)?|\(([0-~])|[ -/]+[0-~]|([0-~]))|[\x00-\x1f\x7f]/g;
