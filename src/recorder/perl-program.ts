import {
  type BegunSecret,
  begunSecrets,
  MASK,
  MAX_BLOCK_LINES,
  quickLiterals,
  type RedactionRule,
  type TranslatedPattern,
  translatePattern,
} from '../redaction/index.js';
import { oscPattern, sequencePattern, stringPattern } from '../vt/index.js';
import { fillSource } from './fill-source.js';
import { PERL_SOURCE } from './perl-source.js';
import { GAP_LINE, recorderLimits } from './recorder-limits.js';
import type { RecorderSettings } from './recorder-settings.js';
import { SENTINEL_OPENING, sentinelPattern } from './sentinel.js';
import { paintPattern, shellMarks } from './shell-marks.js';

/**
 * The recorder in perl. It needs nothing beside the interpreter (Debian's perl-base), because every module costs
 * start-up: no POSIX, no Fcntl, no Time::HiRes.
 */
export function perlProgram(settings: RecorderSettings): string {
  const { id, startNonce, exitNonce, format, rules, maxBytes, keepSegments, live = false } = settings;
  const { heldBytes, tailBytes, readBytes } = recorderLimits;
  return fillSource(PERL_SOURCE, {
    ID: quote(id),
    START: sentinelPattern(`${startNonce};start;${id};([0-9]{1,20})`),
    EXIT: sentinelPattern(`${exitNonce};exit;([0-9]{1,10});([0-9]{1,20})(?:;[0-9a-f]{1,64})?`),
    HIDE: sentinelPattern(`${startNonce};hide;([0-9a-f]+)`),
    SENTINEL: `"${SENTINEL_OPENING.replace(/[\x00-\x1f]/g, hexadecimal)}"`,
    SEQUENCE: sequencePattern('perl'),
    STRING: stringPattern('perl'),
    MARK: oscPattern(shellMarks, 'perl'),
    PAINT: paintPattern('perl'),
    LONGEST: String(recorderLimits.sentinelBytes),
    MASK: quote(MASK),
    GAP: quote(GAP_LINE),
    JSON: format === 'json' ? '1' : '0',
    LIVE: live ? '1' : '0',
    RETRY: String(recorderLimits.retrySeconds),
    PATIENCE: String(recorderLimits.batchSeconds),
    MAX_BYTES: String(maxBytes),
    KEEP: String(Math.max(1, keepSegments)),
    HELD: String(heldBytes),
    TAIL: String(tailBytes),
    READ: String(readBytes),
    BEGUN: begunSecrets.map(begun).join('\n'),
    GIVEN: live ? given(rules.rules).join(', ') : '',
    SUSPICIOUS: suspicion(settings),
    MAX_BLOCK_LINES: String(MAX_BLOCK_LINES),
    RARE: rarePatterns(settings).join(',\n'),
    RULES: rules.rules.map(rulePattern).join(',\n'),
    BLOCKS: rules.blocks
      .map(({ begin, end }) => `[qr/${translated(begin).source}/, qr/${translated(end).source}/]`)
      .join(',\n'),
  });
}

function begun({ pattern, ignoreCase, unless }: BegunSecret): string {
  const source = pattern.replaceAll('@', '\\@').replaceAll('\t', '\\t');
  const not = unless === undefined ? '' : ` && $plain !~ m{(?:${unless})\\z}`;
  return `return 1 if $plain =~ m{(?:${source})\\z}${ignoreCase ? 'i' : ''}${not};`;
}

/** In hexadecimal digits: the program is plain ASCII. */
function given(rules: readonly RedactionRule[]): string[] {
  return rules.flatMap(({ literal }) =>
    literal === undefined ? [] : [`'${Buffer.from(literal).toString('hex')}'`],
  );
}

function rulePattern({ pattern, prefix, parts }: RedactionRule): string {
  if (parts) return `qr/(?:${translated(parts.head).source})(*SKIP)(?:${translated(parts.rest).source})/`;
  const hidden = `(?:${translated(pattern).source})`;
  return `qr/${prefix ? `(?:${translated(prefix).source})\\K` : ''}${hidden}/`;
}

/** Statements that return true where one of the literals is there, without which most rules cannot match. */
function suspicion({ rules }: RecorderSettings): string {
  const patterns = [
    ...rules.rules.map(({ pattern, prefix }) => quickest(translated(pattern), prefix && translated(prefix))),
    ...rules.blocks.map(({ begin }) => translated(begin)),
  ];
  const { exact, folded } = quickLiterals(patterns);
  const test = (variable: string) => (literal: string) =>
    `return 1 if index(${variable}, ${quote(literal)}) >= 0;`;
  const low = folded.length > 0 ? ['my $low = lc $_[0];'] : [];
  return [...exact.map(test('$_[0]')), ...low, ...folded.map(test('$low'))].join('\n');
}

/** Those that have no literal, and so have to be tried on every line. */
function rarePatterns({ rules }: RecorderSettings): string[] {
  return [
    ...rules.rules
      .filter(({ pattern, prefix }) => !quickest(translated(pattern), prefix && translated(prefix)).literals)
      .map(rulePattern),
    ...rules.blocks
      .map(({ begin }) => translated(begin))
      .filter(({ literals }) => !literals)
      .map(({ source }) => `qr/${source}/`),
  ];
}

/** Both have to match, so the literals of either will do. */
function quickest(pattern: TranslatedPattern, prefix: TranslatedPattern | undefined): TranslatedPattern {
  return prefix?.literals ? prefix : pattern;
}

function translated(pattern: RegExp): TranslatedPattern {
  return translatePattern(pattern, 'perl');
}

function quote(text: string): string {
  return `'${text.replace(/[\\']/g, '\\$&')}'`;
}

function hexadecimal(control: string): string {
  return `\\x${control.charCodeAt(0).toString(16).padStart(2, '0')}`;
}
