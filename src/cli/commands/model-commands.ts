import type { Command } from '../command.js';
import { limitOptions } from './limit-options.js';

/** For language models. */
export const modelCommands: readonly Command[] = [
  {
    name: 'mcp',
    group: 'rest',
    summary: 'serve MCP tools to a language model over stdio',
    description:
      'An MCP client such as Claude Code, Codex or Cursor starts this command and stops it. By default the\n' +
      'model gets the tools to run commands and drive programs, but none that end or remove something. SET is a\n' +
      'tool family (runs, panes, workers, workspace, agents, sessions, hosts), a tool (run_end), default, or\n' +
      'all. Add destructive to include the tools of these sets that end or remove something, or read-only to\n' +
      'keep only those that change nothing. --host, --session and --tag limit what the model can reach; the\n' +
      'default is all configured and known hosts.',
    options: [
      { name: 'tools', value: 'SET,…', repeatable: true, description: 'tools that the model gets' },
      { name: 'list', description: 'list these tools and exit' },
      ...limitOptions,
    ],
    operands: [],
    operations: [],
    examples: [
      ['claude mcp add muxwright -- npx muxwright mcp', 'add muxwright to Claude Code'],
      ['mux mcp --tools workspace,runs', 'serve only these families'],
      ['mux mcp --tools default,worker_kill,run_end', 'add two tools that end something'],
      ['mux mcp --tools all,read-only --list', 'list all read-only tools'],
      ['mux mcp --host docker://sandbox', 'limit the model to one container'],
    ],
    load: async () => (await import('../mcp-command.js')).mcpCommand,
  },
  {
    name: 'guide',
    group: 'rest',
    summary: 'print or install the guide for language models',
    description:
      'With --install, writes it as the skill muxwright for Claude Code (~/.claude/skills) and Codex\n' +
      '(~/.agents/skills). A file that a person wrote or changed is left untouched.',
    options: [
      { name: 'install', description: 'install the guide as a skill' },
      { name: 'uninstall', description: 'remove the installed skill' },
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
      ['mux guide --install', 'install it for Claude Code and Codex'],
      ['mux guide --uninstall --for codex', 'remove it from Codex'],
    ],
    load: async () => (await import('../guide-command.js')).guideCommand,
  },
];
