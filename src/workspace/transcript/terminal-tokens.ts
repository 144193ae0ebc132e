/** A piece of output, as a terminal understands it. */
export type TerminalToken =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'control'; readonly character: string }
  | { readonly kind: 'sequence'; readonly final: string; readonly numbers: readonly number[] }
  | { readonly kind: 'mode'; readonly set: boolean; readonly modes: readonly number[] }
  | { readonly kind: 'escape'; readonly final: string };

/** Takes output apart. What says nothing about text or places (colours, titles, queries) is left out. */
export function* tokensOf(output: string): Generator<TerminalToken> {
  for (const match of output.matchAll(TOKENS)) {
    const [whole, marker, parameters = '', between = '', final, short] = match;
    const first = whole.charCodeAt(0);
    if (first !== 0x1b) {
      if (first >= 0x20 && first !== 0x7f) yield { kind: 'text', text: whole };
      else yield { kind: 'control', character: whole };
    } else if (final !== undefined) {
      if (final === 'm' || between !== '') continue;
      const numbers = parameters.split(/[;:]/).map((number) => Math.min(Number(number) || 0, LARGEST));
      if (marker === undefined) yield { kind: 'sequence', final, numbers };
      else if (marker === '?' && (final === 'h' || final === 'l'))
        yield { kind: 'mode', set: final === 'h', modes: numbers };
    } else if (short !== undefined && whole.length === 2) {
      yield { kind: 'escape', final: short };
    }
  }
}

/** No screen is larger; a larger number would only cost time. */
const LARGEST = 10_000;

/** Text, a control sequence, a string (title, link; it ends at BEL, ST or the end of the line), short ones, the rest. */
const TOKENS =
  /[^\x00-\x1f\x7f]+|\x1b(?:\[([<-?])?([0-9:;]*)([ -/]*)([@-~])|[\]PX^_k][^\x07\x1b\n]*(?:\x07|\x1b\\)?|[ -/]*([0-~]))|[\x00-\x1f\x7f]/g;
