import { didYouMean, MuxError, shownText } from '../model/index.js';
import {
  checkHost,
  type OptionKind,
  readDuration,
  readNumber,
  readPair,
  readPattern,
} from './option-values.js';

/** What a shell can offer in that place. */
export type Completable =
  | 'worker'
  | 'run'
  | 'agent'
  | 'target'
  | 'host'
  | 'command'
  | 'operation'
  | 'file'
  | readonly string[];

export interface OptionSpec {
  /** Without the dashes. */
  readonly name: string;
  /** One letter, without the dash. */
  readonly letter?: string;
  /** Placeholder of the value in help texts; an option without a placeholder takes no value. */
  readonly value?: string;
  /** @default 'text' */
  readonly kind?: OptionKind;
  /** Whether it may be given several times. */
  readonly repeatable?: boolean;
  readonly completes?: Completable;
  readonly description: string;
}

/** An argument that is not an option. */
export interface OperandSpec {
  /** In capitals, as in `TARGET`. */
  readonly name: string;
  readonly optional?: boolean;
  /** Whether all further words belong to it; only for the last one. */
  readonly many?: boolean;
  readonly completes?: Completable;
  /** The fields of its operations that it stands for (default: its name in small letters). */
  readonly fields?: readonly string[];
}

/** What a command takes. */
export interface CommandLine {
  /** One word, or two: `session open`. */
  readonly name: string;
  readonly options: readonly OptionSpec[];
  readonly operands: readonly OperandSpec[];
  /** Whether a command line follows, behind `--` or behind the last operand. */
  readonly runs?: 'required' | 'optional';
}

export interface ParsedArguments {
  has(option: string): boolean;
  /** The value of an option that may be given once. */
  value(option: string): string | undefined;
  values(option: string): readonly string[];
  number(option: string): number | undefined;
  /** In milliseconds. */
  duration(option: string): number | undefined;
  pattern(option: string): RegExp | undefined;
  patterns(option: string): readonly RegExp[];
  /** `KEY=VALUE` each. */
  pairs(option: string): Readonly<Record<string, string>>;
  /** A word by the name of its place; empty where an optional one was not given. */
  operand(name: string): string;
  /** All words of the last place. */
  readonly rest: readonly string[];
  /** The command line behind it. */
  readonly command: readonly string[];
}

export const helpOption: OptionSpec = { name: 'help', letter: 'h', description: 'show this help' };
export const jsonOption: OptionSpec = {
  name: 'json',
  description: 'print JSON; an error is one JSON object on stderr',
};

/**
 * Understands `--name value`, `--name=value`, `-n`, and `--` before words that begin with a dash. What does not fit is
 * `INVALID_ARGUMENT`, with the nearest thing that would.
 */
export function parseArguments(args: readonly string[], command: CommandLine): ParsedArguments {
  const given = new Map<string, string[]>();
  const operands: string[] = [];
  const line: string[] = [];
  const rest = [...args];
  const places = command.operands.length;
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (word === '--') (command.runs ? line : operands).push(...rest.splice(0));
    else if (word.startsWith('-') && word !== '-') add(word);
    else if (command.runs && operands.length === places) line.push(word, ...rest.splice(0));
    else operands.push(word);
  }
  if (!given.has('help')) checkWords(operands, line, command);
  const values = (option: string): readonly string[] => given.get(option) ?? [];
  const last = command.operands.at(-1);
  return {
    has: (option) => given.has(option),
    value: (option) => given.get(option)?.[0],
    values,
    number: (option) => values(option).map((text) => readNumber(option, text))[0],
    duration: (option) => values(option).map((text) => readDuration(option, text))[0],
    pattern: (option) => values(option).map((text) => readPattern(option, text))[0],
    patterns: (option) => values(option).map((text) => readPattern(option, text)),
    pairs: (option) => Object.fromEntries(values(option).map((text) => readPair(option, text))),
    operand: (name) => operands[command.operands.findIndex((operand) => operand.name === name)] ?? '',
    rest: last?.many ? operands.slice(places - 1) : [],
    command: line,
  };

  function add(word: string): void {
    const equals = word.indexOf('=');
    const name = equals < 0 ? word : word.slice(0, equals);
    const option = findOption(name, command);
    const inline = equals < 0 ? undefined : word.slice(equals + 1);
    const before = given.get(option.name) ?? [];
    if (option.value === undefined) {
      if (inline !== undefined) throw usage(`${name} takes no value.`, command);
      given.set(option.name, before);
      return;
    }
    if (before.length > 0 && !option.repeatable) throw usage(`${name} is given more than once.`, command);
    const value = inline ?? rest.shift();
    // A negative number is a value, though none that any option takes: it is refused as such.
    if (!value || (inline === undefined && /^-[^\d]/.test(value))) {
      throw usage(`${name} needs a value: ${name} ${option.value}.`, command);
    }
    check(option, value);
    given.set(option.name, [...before, value]);
  }
}

/** A value that cannot be read is refused before anything is done. */
function check({ name, kind }: OptionSpec, value: string): void {
  if (kind === 'number') readNumber(name, value);
  if (kind === 'duration') readDuration(name, value);
  if (kind === 'pair') readPair(name, value);
  if (kind === 'pattern') readPattern(name, value);
  if (kind === 'host') checkHost(value);
}

function checkWords(operands: readonly string[], line: readonly string[], command: CommandLine): void {
  const places = command.operands;
  if (operands.length > places.length && !places.at(-1)?.many) {
    throw usage(`mux ${command.name} does not take '${shownText(operands[places.length] ?? '')}'.`, command);
  }
  const missing = places.find(({ optional }, i) => !optional && operands[i] === undefined);
  if (missing) throw usage(`mux ${command.name} needs ${missing.name}.`, command);
  if (command.runs === 'required' && line.length === 0) {
    throw usage(`mux ${command.name} needs a command after --.`, command);
  }
}

function findOption(name: string, command: CommandLine): OptionSpec {
  const option = command.options.find((spec) => `--${spec.name}` === name || `-${spec.letter}` === name);
  if (option) return option;
  const names = command.options.map((spec) => `--${spec.name}`);
  const given = shownText(name);
  throw usage(`'${given}' is not an option of mux ${command.name}.`, command, didYouMean(given, names));
}

function usage(sentence: string, command: CommandLine, suggestion?: string): MuxError {
  return new MuxError('INVALID_ARGUMENT', sentence, {
    suggestion: suggestion ?? `Run mux help ${command.name} for its options.`,
  });
}
