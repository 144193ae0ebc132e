import type { Command } from '../command.js';
import { commands } from '../commands.js';
import { membersOf } from '../find-command.js';
import { type Completable, helpOption, jsonOption, type OptionSpec } from '../parse-arguments.js';

/** Candidates for the last word. */
export interface Completion {
  readonly words: readonly Candidate[];
  /** What else fits, which only somebody else knows: names from the store, files, programs. */
  readonly more?: Completable;
}

export interface Candidate {
  readonly word: string;
  readonly about: string;
}

/** Finds what can follow; the last of the words is the one that is being typed, and may be empty. */
export function complete(words: readonly string[]): Completion {
  const [first = '', second = ''] = words;
  if (words.length <= 1) return { words: firstWords() };
  if (first === 'help') return helpWords(words.slice(1));
  const members = membersOf(first);
  if (members.length > 0 && words.length === 2) return { words: members.map(secondWord) };
  const isPair = members.some(({ name }) => name === `${first} ${second}`);
  const name = isPair ? `${first} ${second}` : first;
  const command = commands.find((one) => one.name === name);
  return command ? inCommand(command, words.slice(isPair ? 2 : 1)) : { words: [] };
}

function inCommand(command: Command, words: readonly string[]): Completion {
  const options = [...command.options, jsonOption, helpOption];
  const typed = words.at(-1) ?? '';
  const before = words.slice(0, -1);
  let places = 0;
  for (let i = 0; i < before.length; i++) {
    const word = before[i] ?? '';
    if (word === '--') return { words: [], more: 'command' };
    const option = findOption(word, options);
    if (option?.value !== undefined && !word.includes('=')) {
      if (i === before.length - 1) return { words: choices(option.completes), more: option.completes ?? [] };
      i++;
    } else if (!word.startsWith('-')) {
      places++;
    }
  }
  if (typed.startsWith('-')) return { words: optionWords(options, before) };
  const place = command.operands[Math.min(places, command.operands.length - 1)];
  const fits = place && (places < command.operands.length || place.many);
  if (fits) return { words: choices(place.completes), more: place.completes ?? [] };
  return command.runs ? { words: [], more: 'command' } : { words: optionWords(options, before) };
}

function choices(completes: Completable | undefined): readonly Candidate[] {
  return Array.isArray(completes) ? completes.map((word: string) => ({ word, about: '' })) : [];
}

function findOption(word: string, options: readonly OptionSpec[]): OptionSpec | undefined {
  return options.find(({ name, letter }) => word === `--${name}` || word === `-${letter}`);
}

function optionWords(options: readonly OptionSpec[], before: readonly string[]): Candidate[] {
  const fresh = options.filter((option) => option.repeatable || !before.includes(`--${option.name}`));
  return fresh.map(({ name, description }) => ({ word: `--${name}`, about: description }));
}

/** A first word that stands for several commands is there once. */
function firstWords(): Candidate[] {
  const firsts = new Map(
    commands.map(({ name, summary }): [string, string] => {
      const [word = '', second] = name.split(' ');
      return [word, second === undefined ? summary : `${membersOf(word).length} commands`];
    }),
  );
  const words = [...firsts].map(([word, about]) => ({ word, about }));
  return [...words, { word: 'help', about: 'show help for a command' }];
}

function helpWords(words: readonly string[]): Completion {
  if (words.length <= 1) return { words: firstWords() };
  return { words: words.length === 2 ? membersOf(words[0] ?? '').map(secondWord) : [] };
}

function secondWord({ name, summary }: Command): Candidate {
  return { word: name.split(' ')[1] ?? '', about: summary };
}
