import type { Output } from './output.js';
import type { CommandLine, ParsedArguments } from './parse-arguments.js';

/** A command does its work and gives the exit code; what fails is thrown. */
export type Execute = (args: ParsedArguments, output: Output) => Promise<number>;

/** What commands have in common, in the order of the help. */
export const groups = {
  runs: 'Run a command',
  workers: 'Workers: programs with names that stay',
  panes: 'Any pane in tmux (TARGET: a worker, run, agent, %7 or SESSION:WINDOW.PANE)',
  agents: 'Agents such as Claude Code and Codex',
  sessions: 'A session for each chat',
  workspace: "A language model's workspace",
  server: 'The server: HTTP, dashboard, access',
  rest: 'This machine and muxwright itself',
} as const;

export type Group = keyof typeof groups;

/** One entry of the table of commands. */
export interface Command extends CommandLine {
  readonly group: Group;
  /** One line for the list of commands. */
  readonly summary: string;
  /** What more there is to say. */
  readonly description: string;
  /** What it carries out: names of operations, as in `worker.list`. */
  readonly operations: readonly string[];
  readonly examples: readonly (readonly [command: string, does: string])[];
  /** The code of a command is loaded only where it is used, so that the others start quickly. */
  readonly load: () => Promise<Execute>;
}
