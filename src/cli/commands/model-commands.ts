import type { Command } from '../command.js';
import { limitOptions } from './limit-options.js';

/** For language models. */
export const modelCommands: readonly Command[] = [
  {
    name: 'mcp',
    group: 'rest',
    summary: 'serve tools to a language model (Model Context Protocol on stdin and stdout)',
    description:
      'Started by a client such as Claude Code, Codex or Cursor, and ends with it. Without --tools a model gets what it\n' +
      'needs to run commands and drive programs, and nothing that ends or removes something. SET is a family (runs, panes,\n' +
      'workers, workspace, agents, sessions, hosts), a tool (run_end), default, or all. The word destructive adds the tools\n' +
      'of these sets that end or remove, the word read-only leaves only those that change nothing. With --host, --session or\n' +
      '--tag the model reaches nothing else; without --host those are on the hosts that are known.',
    options: [
      { name: 'tools', value: 'SET,…', repeatable: true, description: 'which tools the model gets' },
      { name: 'list', description: 'only tell which tools these are' },
      ...limitOptions,
    ],
    operands: [],
    operations: [],
    examples: [
      ['claude mcp add muxwright -- npx muxwright mcp', 'give them to Claude Code'],
      ['mux mcp --tools workspace,runs', 'only these families'],
      ['mux mcp --tools default,worker_kill,run_end', 'the usual ones and two that end something'],
      ['mux mcp --tools all,read-only --list', 'what there is to look at'],
      ['mux mcp --host docker://sandbox', 'a model that stays in a container'],
    ],
    load: async () => (await import('../mcp-command.js')).mcpCommand,
  },
  {
    name: 'guide',
    group: 'rest',
    summary: 'print the guide for language models, or put it where agents look',
    description:
      'With --install it becomes the skill muxwright of Claude Code (~/.claude/skills) and of Codex (~/.agents/skills). A\n' +
      'file there that a person wrote or changed is not touched.',
    options: [
      { name: 'install', description: 'write it as a skill' },
      { name: 'uninstall', description: 'remove that again' },
      {
        name: 'for',
        value: 'AGENT',
        repeatable: true,
        completes: ['claude', 'codex'],
        description: 'only for this agent: claude or codex',
      },
    ],
    operands: [],
    operations: [],
    examples: [
      ['mux guide', 'read it'],
      ['mux guide --install', 'make Claude Code and Codex know it'],
      ['mux guide --uninstall --for codex', 'take it from Codex again'],
    ],
    load: async () => (await import('../guide-command.js')).guideCommand,
  },
];
