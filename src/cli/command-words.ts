import { type FieldValue, type OperationCall, shellQuote, type Words } from '../model/index.js';
import { commands } from './commands.js';
import type { CommandLine, OperandSpec, OptionSpec } from './parse-arguments.js';

/**
 * What phrases refer to, for a person at a shell: `run.list` is `mux runs` there, and `timeoutMs` is `--timeout` of the
 * command that was typed.
 */
export function commandWords(typed?: CommandLine): Words {
  return { call: commandLine, field: (name) => (typed && wordFor(name, typed)) ?? name };
}

/**
 * The command line that carries out an operation, to be typed as it is; what is not known of it is in capitals.
 *
 * @example
 * commandLine({ operation: 'run.output', input: { run: 'mhz3k9' } }); // 'mux output mhz3k9'
 */
export function commandLine({ operation, input }: OperationCall): string {
  const command = commands.find(({ operations }) => operations.includes(operation));
  if (!command || Object.keys(input).some((name) => !placeOf(name, command))) return byName(operation, input);
  const words = Object.entries(input).flatMap(([name, value]) => optionWords(optionOf(name, command), value));
  const places = command.operands.flatMap((operand) => operandWords(operand, input));
  const line = command.runs === 'required' ? ['--', 'COMMAND'] : [];
  return ['mux', command.name, ...words, ...places, ...line].join(' ');
}

/** What is typed for a field: an option, or a word in its place. */
export function wordFor(field: string, command: CommandLine): string | undefined {
  const place = placeOf(field, command);
  return place && (isOption(place) ? `--${place.name}` : place.name);
}

function placeOf(field: string, command: CommandLine): OptionSpec | OperandSpec | undefined {
  return optionOf(field, command) ?? command.operands.find((operand) => fieldsOf(operand).includes(field));
}

function optionOf(field: string, { options }: CommandLine): OptionSpec | undefined {
  const name = field.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return options.find((option) => option.name === name || `${option.name}-ms` === name);
}

function fieldsOf({ name, fields = [name.toLowerCase()] }: OperandSpec): readonly string[] {
  return fields;
}

function isOption(place: OptionSpec | OperandSpec): place is OptionSpec {
  return 'description' in place;
}

function optionWords(option: OptionSpec | undefined, value: FieldValue): readonly string[] {
  if (!option || value === false) return [];
  if (option.value === undefined) return [`--${option.name}`];
  return [`--${option.name}`, shellQuote(option.kind === 'duration' ? `${value}ms` : String(value))];
}

function operandWords(operand: OperandSpec, input: OperationCall['input']): readonly string[] {
  const value = fieldsOf(operand)
    .map((name) => input[name])
    .find((one) => one !== undefined);
  if (value === undefined) return operand.optional ? [] : [operand.name];
  const word = shellQuote(String(value));
  return [word.startsWith('-') ? `-- ${word}` : word];
}

/** Every operation can be called, also one that no command is for. */
function byName(operation: string, input: OperationCall['input']): string {
  const fields = Object.keys(input).length === 0 ? [] : [shellQuote(JSON.stringify(input))];
  return ['mux call', operation, ...fields].join(' ');
}
