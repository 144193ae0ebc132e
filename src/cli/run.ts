import type { Command } from './command.js';
import { findCommand, membersOf } from './find-command.js';
import { type Output, openOutput } from './output.js';
import { helpOption, jsonOption, parseArguments } from './parse-arguments.js';
import { reportError } from './report-error.js';
import { wantsJson } from './start/last-words.js';

/** Carries out one command line, and resolves with the exit code. */
export async function run(args: readonly string[], given?: Output): Promise<number> {
  const output = given ?? openOutput((error, told) => reportError(error, wantsJson(args), told));
  let typed: Command | undefined;
  try {
    const [first, ...rest] = args;
    if (first === undefined) return await showFirstHelp();
    if (first === '--help' || first === '-h') return await showHelp([]);
    if (first === 'help')
      return await showHelp(
        rest.filter((word) => !word.startsWith('-')),
        rest.includes('--all'),
      );
    if (first === '__complete') return await showCompletions(rest);
    if (first === '--version' || first === '-v' || first === '-V') return await showVersion();
    if (first === 'version' && rest.length === 0) return await showVersion();
    if (membersOf(first).length > 0 && (rest[0] === '--help' || rest[0] === '-h'))
      return await showHelp([first]);
    const { command, rest: words } = findCommand(args);
    typed = command;
    const parsed = parseArguments(words, {
      ...command,
      options: [...command.options, jsonOption, helpOption],
    });
    if (parsed.has('help')) return await showHelp(command.name.split(' '));
    const execute = await command.load();
    return await execute(parsed, output);
  } catch (error) {
    return reportError(error, wantsJson(args), output, typed);
  }

  async function showHelp(words: readonly string[], all = false): Promise<number> {
    const { allHelp, commandHelp, familyHelp, generalHelp } = await import('./help.js');
    const [word = ''] = words;
    const members = membersOf(word);
    const { width } = output;
    if (words.length === 0) output.print(all ? allHelp(width) : generalHelp(width));
    else if (words.length === 1 && members.length > 0) output.print(familyHelp(word, members, width));
    else output.print(commandHelp(findCommand(words).command, width));
    return 0;
  }

  async function showFirstHelp(): Promise<number> {
    const { firstHelp } = await import('./help.js');
    output.print(firstHelp(output.width));
    return 0;
  }

  /** For the scripts of `mux completion`; no command for people. */
  async function showCompletions(words: readonly string[]): Promise<number> {
    const { completeCommand } = await import('./completion/complete-command.js');
    return await completeCommand(words[0] === '--' ? words.slice(1) : words, output);
  }

  async function showVersion(): Promise<number> {
    const { packageVersion } = await import('../model/package-version.js');
    output.print(`${packageVersion()}\n`);
    return 0;
  }
}
