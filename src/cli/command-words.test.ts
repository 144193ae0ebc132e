import { describe, expect, it } from 'vitest';
import { namedOperations } from '../model/named-operations.js';
import { callOf, field, type OperationCall, phrase } from '../model/phrase.js';
import { commandLine, commandWords } from './command-words.js';
import { commands } from './commands.js';
import { findCommand } from './find-command.js';
import { parseArguments } from './parse-arguments.js';

describe('a phrase in the words of commands', () => {
  it.each([
    [phrase`${callOf('run.list')} has those there are.`, 'mux runs has those there are.'],
    [
      phrase`Look with ${callOf('worker.list')}, or ${callOf('pane.list')}.`,
      'Look with mux ls, or mux panes.',
    ],
    [
      phrase`Look at what it printed with ${callOf('run.output', { run: 'mhz3k9' }, 'harvest()')}.`,
      'Look at what it printed with mux output mhz3k9.',
    ],
    [phrase`Answer with ${callOf('pane.keys', { target: '%3' })}.`, 'Answer with mux keys %3 KEY.'],
    [
      phrase`Start it again with ${callOf('worker.respawn', { name: 'my api' })}.`,
      "Start it again with mux respawn 'my api'.",
    ],
    [
      phrase`${callOf('pane.list', { host: 'ssh://me@box?socket=x' })} tells.`,
      "mux panes --host 'ssh://me@box?socket=x' tells.",
    ],
    [phrase`Run it with ${callOf('run.start')}.`, 'Run it with mux run -- COMMAND.'],
    [
      phrase`${callOf('recording.remove', { id: "it's" })} forgets it.`,
      `mux call recording.remove '{"id":"it'\\''s"}' forgets it.`,
    ],
    [phrase`Did you mean 'pane.list'? See muxwright.yaml.`, "Did you mean 'pane.list'? See muxwright.yaml."],
  ])('%s', (said, wanted) => {
    expect(said.in(commandWords())).toBe(wanted);
  });

  it('names the options of the command that was typed', () => {
    const said = phrase`Give a larger ${field('timeoutMs')}, or another ${field('name')}.`;
    expect(said.in(commandWords(commandNamed('wait')))).toBe('Give a larger --timeout, or another TARGET.');
    expect(said.in(commandWords(commandNamed('panes')))).toBe('Give a larger timeoutMs, or another name.');
  });
});

const HOST = 'ssh://me@box?socket=x';

describe('the command line of an operation', () => {
  it.each(Object.entries(namedOperations))('%s can be typed with all that is known', (operation, fields) => {
    const input = Object.fromEntries(fields.map((name) => [name, name === 'host' ? HOST : "it's %3"]));
    const line = commandLine({ operation, input } as OperationCall);
    const words = shellWords(line).slice(1);
    const { command, rest } = findCommand(words);
    const args = parseArguments(rest, command);
    if (command.name === 'call') expect(JSON.parse(args.operand('JSON') || '{}')).toEqual(input);
    else expect(words).toEqual(expect.arrayContaining(Object.values(input)));
  });
});

function commandNamed(name: string): (typeof commands)[number] {
  const command = commands.find((one) => one.name === name);
  if (!command) throw new Error(`There is no command ${name}.`);
  return command;
}

/** What a shell makes of a line with nothing but words and single quotes. */
function shellWords(line: string): string[] {
  return [...line.matchAll(/(?:'[^']*'|\\'|[^\s'])+/g)].map(([word]) =>
    word.replace(/'([^']*)'|\\(')/g, (_, quoted: string | undefined, escaped = '') => quoted ?? escaped),
  );
}
