import { withFlags } from '../../patterns/index.js';
import type { ExtractedValue, ExtractedValues, Extractor, PatternRule, ValueRule } from './extractor.js';
import { outputLines } from './output-lines.js';
import { piecesOf, type UnbrokenLine, unbrokenLine } from './unbroken-line.js';

export interface ExtractOptions {
  /** Width of the terminal: tells a line that was broken there from one that ended there. */
  readonly columns?: number;
}

/**
 * Finds the values that an extractor knows in output, with or without escape sequences. Those that are not there are
 * not in the answer.
 *
 * @example
 * const { account } = extract(githubExtractor, '✓ Logged in as octocat');
 * console.log(account?.value);
 */
export function extract(
  extractor: Extractor,
  output: string | readonly string[],
  options: ExtractOptions = {},
): ExtractedValues {
  const lines = typeof output === 'string' ? outputLines(output) : output.flatMap(outputLines);
  const found: Record<string, ExtractedValue> = {};
  for (const rule of extractor.values) {
    const value = 'find' in rule ? foundValue(rule.find(lines)) : lastMatch(rule, lines, options.columns);
    if (value) found[rule.name] = { ...value, secret: rule.secret ?? false };
  }
  return found;
}

/** The patterns of the secret values: what a recorder should never write down. */
export function secretPatterns(extractors: readonly Extractor[]): RegExp[] {
  const rules: readonly ValueRule[] = extractors.flatMap(({ values }) => values);
  return rules.flatMap((rule) => (rule.secret && 'pattern' in rule ? [rule.pattern] : []));
}

type Found = Pick<ExtractedValue, 'value' | 'printed'>;

function foundValue(value: string | undefined): Found | undefined {
  return value === undefined || value === '' ? undefined : { value, printed: [value] };
}

function lastMatch(
  rule: PatternRule,
  lines: readonly string[],
  columns: number | undefined,
): Found | undefined {
  for (let first = lines.length - 1; first >= 0; first--) {
    const line = rule.split ? unbrokenLine(lines, first, columns) : { text: lines[first] ?? '', starts: [0] };
    const found = lastIn(rule, line);
    if (found) return found;
  }
  return undefined;
}

/** Only what begins on the first of the lines: the rest is found from the lines below. */
function lastIn({ pattern, group = 0 }: PatternRule, line: UnbrokenLine): Found | undefined {
  const flags = new Set([...pattern.flags.replace('y', ''), 'g', 'd']);
  const searching = withFlags(pattern, [...flags].join(''));
  const firstEnd = line.starts[1] ?? line.text.length;
  let found: Found | undefined;
  for (const match of line.text.matchAll(searching)) {
    const [from, to] = match.indices?.[group] ?? [0, 0];
    if (to > from && match.index < firstEnd) {
      found = { value: line.text.slice(from, to), printed: piecesOf(line, from, to) };
    }
  }
  return found;
}
