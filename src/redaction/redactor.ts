import { isMuxError } from '../model/index.js';
import { withFlags } from '../patterns/index.js';
import { hasInvisibles, withoutInvisibles } from '../vt/index.js';
import { type CompiledRule, compileRule } from './compiled-rule.js';
import { QuickCheck } from './quick-check.js';
import { MASK, MAX_BLOCK_LINES, type RedactionBlock, type RedactionRules } from './redaction-rule.js';
import { StyledLine } from './styled-line.js';

/** What stands for something that is hidden. */
export type Mask = (found: string) => string;

const usualMask: Mask = () => MASK;

/** Hides secrets line by line and remembers an open block between lines. */
export interface LineRedactor {
  /** Whether a block has begun and not ended, so that the next line is hidden whole. */
  readonly open: boolean;
  line(text: string): string;
}

/**
 * Hides secrets in process, by the rules that the filter on the host applies too.
 *
 * @example
 * const redactor = new Redactor(redactionRules({ secrets: ['hunter2'] }));
 * redactor.line('the password is hunter2'); // 'the password is ****'
 */
export class Redactor {
  readonly #rules: readonly CompiledRule[];
  readonly #blocks: readonly RedactionBlock[];
  readonly #mayMatch: QuickCheck;
  readonly #mayBegin: QuickCheck;

  constructor({ rules, blocks }: RedactionRules) {
    this.#rules = rules.map(compileRule);
    this.#blocks = blocks.map(({ name, begin, end }) => ({
      name,
      begin: stateless(begin),
      end: stateless(end),
    }));
    const begins = blocks.map(({ begin }) => begin);
    this.#mayMatch = new QuickCheck([...rules.map(({ prefix, pattern }) => prefix ?? pattern), ...begins]);
    this.#mayBegin = new QuickCheck(begins);
  }

  /** One line by itself. */
  line(text: string, mask?: Mask): string {
    return this.lines(mask).line(text);
  }

  /** The place in a text without sequences, or one before it, that is in the midst of nothing that is hidden. */
  uncut(text: string, place: number): number {
    if (!this.#mayMatch.test(text)) return place;
    const rules = this.#rules.filter(({ quick }) => quick.test(text));
    try {
      const spans = rules.flatMap((rule) => rule.spans(text)).toSorted((a, b) => b[0] - a[0]);
      return spans.reduce((at, [from, to]) => (from < at && at < to ? from : at), place);
    } catch (error) {
      if (isMuxError(error, 'PATTERN_TOO_COSTLY')) return 0;
      throw error;
    }
  }

  /** Several lines, blocks included. */
  text(text: string): string {
    const redactor = this.lines();
    const redact = (line: string): string =>
      line.endsWith('\r') ? `${redactor.line(line.slice(0, -1))}\r` : redactor.line(line);
    return text.split('\n').map(redact).join('\n');
  }

  /** For lines that come one after the other. */
  lines(mask: Mask = usualMask): LineRedactor {
    let open: RedactionBlock | undefined;
    let left = 0;
    return {
      get open() {
        return open !== undefined;
      },
      line: (text) => {
        const styled = hasInvisibles(text);
        const plain = styled ? withoutInvisibles(text) : text;
        if (open) {
          left -= 1;
          if (left === 0 || open.end.test(plain)) open = undefined;
          return mask(plain);
        }
        // What a sequence seems to have eaten a letter of may match in the line as it is.
        if (!this.#mayMatch.test(plain) && !(styled && this.#mayMatch.test(text))) return text;
        const begun = this.#mayBegin.test(plain) && this.#blocks.find(({ begin }) => begin.test(plain));
        if (!begun) return this.#hidden(text, styled, mask);
        if (!begun.end.test(plain)) [open, left] = [begun, MAX_BLOCK_LINES];
        return mask(plain);
      },
    };
  }

  /** What takes too long to look through is hidden whole. */
  #hidden(text: string, styled: boolean, mask: Mask): string {
    try {
      return styled ? this.#styled(new StyledLine(text), mask) : this.#plain(text, mask);
    } catch (error) {
      if (isMuxError(error, 'PATTERN_TOO_COSTLY')) return mask(withoutInvisibles(text));
      throw error;
    }
  }

  #plain(text: string, mask: Mask, accept: (found: string) => boolean = () => true): string {
    let hidden = text;
    for (const rule of this.#rules) {
      if (!rule.quick.test(hidden)) continue;
      let [masked, end] = ['', 0];
      for (const [from, to] of rule.spans(hidden)) {
        if (!accept(hidden.slice(from, to))) continue;
        masked += hidden.slice(end, from) + mask(hidden.slice(from, to));
        end = to;
      }
      hidden = masked + hidden.slice(end);
    }
    return hidden;
  }

  #styled(line: StyledLine, mask: Mask): string {
    for (const rule of this.#rules) {
      if (rule.quick.test(line.plain)) line.replace(rule.spans(line.plain), mask);
    }
    // Titles and links are text too.
    const hidden = line.toString((text) => (this.#mayMatch.test(text) ? this.#plain(text, usualMask) : text));
    return this.#mayMatch.test(hidden) ? this.#plain(hidden, mask, (found) => !found.includes(MASK)) : hidden;
  }
}

function stateless(pattern: RegExp): RegExp {
  return withFlags(pattern, pattern.flags.replace(/[gdy]/g, ''));
}
