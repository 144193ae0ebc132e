import { commands } from './commands.js';

/**
 * A suggestion that names operations and their fields, for a person at a shell: `run.list` is `mux runs` there, and
 * `timeoutMs` is `--timeout`. What is quoted was typed.
 */
export function inWordsOfCommands(text: string): string {
  return text
    .replace(/\btimeoutMs\b/g, '--timeout')
    .replace(/(?<!')\b[a-z]+\.[a-z]+(?:-[a-z]+)*\b(?!')/g, (name) => {
      const command = commands.find(({ operations }) => operations.includes(name));
      return command ? `mux ${command.name}` : name;
    });
}
