import { createHash } from 'node:crypto';
import {
  type AwkRule,
  awkRule,
  awkSpans,
  awkString,
  type BegunSecret,
  begunSecrets,
  MASK,
  MAX_BLOCK_LINES,
  quickLiterals,
  type TranslatedPattern,
  translatePattern,
} from '../redaction/index.js';
import { oscPattern, sequencePattern, stringPattern, unfinishedPattern } from '../vt/index.js';
import { AWK_SOURCE } from './awk-source.js';
import { FAULT_NAME_FUNCTION } from './fault-name.js';
import { fillSource } from './fill-source.js';
import { GAP_LINE, recorderLimits } from './recorder-limits.js';
import type { RecorderSettings } from './recorder-settings.js';
import { SENTINEL_OPENING } from './sentinel.js';
import { paintPattern, shellMarks } from './shell-marks.js';
import { TRUNCATE_TO_WHOLE_LINES } from './whole-lines.js';

/** The recorder in awk, for hosts without perl. */
export function awkProgram(settings: RecorderSettings): string {
  const { id, startNonce, exitNonce, format, rules, maxBytes, keepSegments, live = false } = settings;
  const compiled = rules.rules.map(awkRule);
  const blocks = rules.blocks.map(({ begin, end }) => ({ begin: translated(begin), end: translated(end) }));
  const given = rules.rules.flatMap(({ literal }) =>
    literal === undefined || !live ? [] : [Buffer.from(literal).toString('latin1')],
  );
  return fillSource(AWK_SOURCE, {
    ID: awkString(id),
    START: awkString(`${SENTINEL_OPENING}${startNonce};start;${id};`),
    EXIT: awkString(`${SENTINEL_OPENING}${exitNonce};exit;`),
    HIDE: awkString(`${SENTINEL_OPENING}${startNonce};hide;`),
    SENTINEL: awkString(SENTINEL_OPENING),
    SEQUENCE: awkString(sequencePattern('awk')),
    OPEN: awkString(unfinishedPattern('awk')),
    STRING: awkString(stringPattern('awk')),
    MARK: awkString(oscPattern(shellMarks, 'awk')),
    PAINT: awkString(paintPattern('awk')),
    LONGEST: String(recorderLimits.sentinelBytes),
    WHOLE_LINES: awkString(TRUNCATE_TO_WHOLE_LINES),
    FAULT_NAME: awkString(FAULT_NAME_FUNCTION),
    MASK: awkString(MASK),
    GAP: awkString(GAP_LINE),
    NONCE: awkString(separator(settings)),
    READ: String(recorderLimits.readBytes),
    JSON: format === 'json' ? '1' : '0',
    LIVE: live ? '1' : '0',
    MAX_BYTES: String(maxBytes),
    KEEP: String(Math.max(1, keepSegments)),
    HELD: String(recorderLimits.heldBytes),
    TAIL: String(recorderLimits.tailBytes),
    RULE_COUNT: String(compiled.length),
    CONTROLS: controls(),
    BEGUN: begunSecrets.map(begun).join('\n'),
    SUSPICIOUS: suspicion([...compiled, ...blocks.map(({ begin }) => ({ ...begin, whole: begin.source }))]),
    RULES: compiled.map(applied).join('\n'),
    GIVEN_COUNT: String(given.length),
    GIVEN: given.map((text, index) => `  GIVEN_SECRET[${index + 1}] = ${awkString(text)}`).join('\n'),
    TABLES: compiled.map(tables).join('\n'),
    SPANS: awkSpans,
    BLOCK_BEGINS: blocks.map(blockBegins).join('\n'),
    BLOCK_ENDS: blocks
      .map(({ end }, i) => `if (block == ${i + 1}) return match(text, ${awkString(end.source)})`)
      .join('\n'),
  });
}

function begun({ pattern, ignoreCase, unless }: BegunSecret): string {
  const not = unless === undefined ? '' : ` && text !~ ${awkString(`(${unless})$`)}`;
  return `if (${ignoreCase ? 'low' : 'text'} ~ ${awkString(`(${pattern})$`)}${not}) return 1`;
}

/** What ends a record. The program that is recorded sees the sentinels in its terminal, but never both at once. */
function separator({ startNonce, exitNonce }: RecorderSettings): string {
  return createHash('sha256').update(`${startNonce} ${exitNonce}`).digest('hex').slice(0, 32);
}

type Quick = Pick<AwkRule, 'whole' | 'ignoreCase' | 'literals'>;

/** Where no literal is known the pattern itself is tried; on many lines at once it may only find too much. */
function suspicion(patterns: readonly Quick[]): string {
  const { exact, folded } = quickLiterals(patterns);
  const found = (text: string) => (literal: string) => `index(${text}, ${awkString(literal)})`;
  const others = patterns
    .filter(({ literals }) => !literals)
    .map(({ whole }) => (isAnchored(whole) ? '1' : `text ~ ${awkString(whole)}`));
  const low = folded.length > 0 ? ['low = tolower(text)'] : [];
  const test = (condition: string): string => `if (${condition}) return 1`;
  return [
    ...[...exact.map(found('text')), ...others].map(test),
    ...low,
    ...folded.map(found('low')).map(test),
  ].join('\n');
}

/** A character in brackets is not an anchor. */
function isAnchored(source: string): boolean {
  return /[$^]/.test(source.replace(/\[\^?\]?[^\]]*\]/g, ''));
}

/** A condition without which a pattern cannot match. */
function maybe({ literals, ignoreCase }: Quick): string | undefined {
  return literals
    ?.map((literal) => `index(${ignoreCase ? 'low' : 'text'}, ${awkString(literal)})`)
    .join(' || ');
}

/**
 * The whole pattern is checked first, in a separate place, where gawk compiles it only once; the programs contain
 * it once, because for awk it may be long. `gsub` knows where a line begins; the search for spans, which has to
 * continue in the middle of it, does not.
 */
function applied(rule: AwkRule, index: number): string {
  const whole = `WHOLE[${index + 1}]`;
  if (rule.parts)
    return `if (${maybe(rule) ?? '1'}) { line = hide_spans(line, spans(${index + 1}, line)); text = line; low = tolower(line) }`;
  const simple = rule.prefix === '' && !rule.careful;
  const hide = simple ? `gsub(${whole}, MASK, line)` : `line = hide_spans(line, spans(${index + 1}, line))`;
  return `if ((${maybe(rule) ?? '1'}) && line ~ ${whole}) { ${hide}; text = line; low = tolower(line) }`;
}

function tables({ whole, prefix, pattern, careful, near, parts }: AwkRule, index: number): string {
  const entry = (name: string, value: string): string => `${name}[${index + 1}] = ${value}`;
  return [
    entry('WHOLE', awkString(whole)),
    entry('PREFIX', awkString(prefix)),
    // Only a prefix makes it something else than the whole.
    entry('PATTERN', prefix === '' ? '""' : awkString(pattern)),
    entry('CAREFUL', careful ? '1' : '0'),
    entry('NEAR', near ? '1' : '0'),
    ...(parts
      ? [
          entry('HEAD', awkString(parts.head)),
          entry('REST', awkString(parts.rest)),
          entry('BEGUN', awkString(parts.begun)),
        ]
      : []),
  ].join('; ');
}

function blockBegins(
  { begin, end }: { readonly begin: TranslatedPattern; readonly end: TranslatedPattern },
  index: number,
): string {
  return `if (match(text, ${awkString(begin.source)})) {
    if (!match(substr(text, RSTART + RLENGTH), ${awkString(end.source)})) { block = ${index + 1}; left = ${MAX_BLOCK_LINES} }
    return 1
  }`;
}

/** The letters that JSON has for control characters; a backslash stands in front of each already. */
function controls(): string {
  const letters = new Map([
    [8, 'b'],
    [9, 't'],
    [12, 'f'],
    [13, 'r'],
  ]);
  const codes = Array.from({ length: 31 }, (_, i) => i + 1).filter((code) => code !== 10);
  return codes
    .map((code) => {
      const literal = awkString(String.fromCharCode(code));
      const letter = letters.get(code) ?? `u${code.toString(16).padStart(4, '0')}`;
      return `if (index(lines, ${literal})) gsub(${literal}, "${letter}", lines)`;
    })
    .join('\n');
}

function translated(pattern: RegExp): TranslatedPattern {
  return translatePattern(pattern, 'awk');
}
