import type { Command } from '../command.js';
import { host, question, secret, targetHost, timeout } from '../options.js';
import type { OperandSpec, OptionSpec } from '../parse-arguments.js';

const target: OperandSpec = { name: 'TARGET', completes: 'target' };
const agent: OperandSpec = { name: 'AGENT', completes: 'agent' };
const text: OperandSpec = { name: 'TEXT', optional: true };
const key: OptionSpec = {
  name: 'key',
  value: 'K',
  description: 'a second call with the same key sends nothing',
};
const most: OptionSpec = {
  name: 'lines',
  letter: 'n',
  value: 'N',
  kind: 'number',
  description: 'how many at most',
};
const hooks: readonly OptionSpec[] = [
  { name: 'codex', description: 'the hooks of Codex (default: Claude Code)' },
  { name: 'file', value: 'FILE', completes: 'file', description: 'another settings file than the usual one' },
  { name: 'dry-run', description: 'only show what would change' },
];

/** Agents such as Claude Code and Codex. */
export const agentCommands: readonly Command[] = [
  {
    name: 'agents ls',
    group: 'agents',
    summary: 'list agents with what they do',
    description: 'Agents that were registered, or reported themselves by hooks.',
    options: [
      { name: 'ended', description: 'also those that have ended' },
      { ...host, description: 'only those on this host' },
    ],
    operands: [],
    operations: ['agent.list'],
    examples: [['mux agents ls', 'all that live']],
    load: async () => (await import('../agents/agent-executors.js')).list,
  },
  {
    name: 'agents register',
    group: 'agents',
    summary: 'make an agent of the program in a pane',
    description: 'Its states and turns are remembered from then on.',
    options: [
      { name: 'name', value: 'N', description: 'what it is called' },
      {
        name: 'profile',
        value: 'P',
        completes: ['claude-code', 'codex', 'generic'],
        description: 'profile to read its screen with (default: detected)',
      },
      targetHost,
    ],
    operands: [target],
    operations: ['agent.register'],
    examples: [['mux agents register %3 --name reviewer', 'the program in a pane, under a name']],
    load: async () => (await import('../agents/agent-executors.js')).register,
  },
  {
    name: 'agents remove',
    group: 'agents',
    summary: 'forget an agent; its program keeps running',
    description: 'What was said with it is forgotten, too.',
    options: [],
    operands: [agent],
    operations: ['agent.remove'],
    examples: [['mux agents remove reviewer', 'forget it']],
    load: async () => (await import('../agents/agent-executors.js')).remove,
  },
  {
    name: 'agents status',
    group: 'agents',
    summary: 'tell what an agent does, what it asks, and how that is known',
    description: 'Also of a program that is not registered.',
    options: [targetHost],
    operands: [target],
    operations: ['agent.status'],
    examples: [['mux agents status reviewer', 'one of them']],
    load: async () => (await import('../agents/agent-executors.js')).status,
  },
  {
    name: 'agents send',
    group: 'agents',
    summary: 'give an agent text, and prove that it took it',
    description:
      'submitted: it took it. queued: it was busy, and keeps it. unconfirmed: look before you send again (exit code 1).',
    options: [
      { name: 'no-enter', description: 'only type' },
      secret,
      { name: 'when-idle', description: 'wait until it is not at work' },
      key,
      timeout,
      targetHost,
    ],
    operands: [target, text],
    operations: ['agent.send'],
    examples: [['mux agents send reviewer "Review the last commit"', 'a prompt']],
    load: async () => (await import('../agents/agent-executors.js')).send,
  },
  {
    name: 'agents respond',
    group: 'agents',
    summary: 'answer an agent that waits for it',
    description: 'In words, or by the number or the words of an option on its screen.',
    options: [
      { name: 'option', description: 'TEXT is an option that the screen shows' },
      { name: 'other', description: 'TEXT is an answer in own words to a question with options' },
      question,
      key,
      timeout,
    ],
    operands: [agent, text],
    operations: ['agent.respond'],
    examples: [
      ['mux agents respond reviewer "Yes, and run the tests"', 'in words'],
      ['mux agents respond reviewer --option 2', 'the second option'],
    ],
    load: async () => (await import('../agents/agent-executors.js')).respond,
  },
  {
    name: 'agents health',
    group: 'agents',
    summary: 'tell whether an agent runs in its pane; ends with 1 where not',
    description: 'Looks at the pane and at the program in the foreground.',
    options: [targetHost],
    operands: [target],
    operations: ['agent.health'],
    examples: [['mux agents health reviewer', 'one of them']],
    load: async () => (await import('../agents/agent-executors.js')).health,
  },
  {
    name: 'agents conversation',
    group: 'agents',
    summary: 'print what was said with an agent, from its transcript or its screen',
    description: 'Shows the last 20 messages by default.',
    options: [most, targetHost],
    operands: [target],
    operations: ['agent.conversation'],
    examples: [['mux agents conversation reviewer -n 4', 'the last four messages']],
    load: async () => (await import('../agents/agent-executors.js')).conversation,
  },
  {
    name: 'agents turns',
    group: 'agents',
    summary: 'list the turns that were written down of an agent',
    description: 'Of an agent that was registered.',
    options: [most],
    operands: [agent],
    operations: ['agent.turns'],
    examples: [['mux agents turns reviewer', 'the last 50']],
    load: async () => (await import('../agents/agent-executors.js')).turns,
  },
  {
    name: 'hooks install',
    group: 'agents',
    summary: 'make Claude Code or Codex tell muxwright what they do',
    description: 'Shows what it changes in the settings, and keeps what was there.',
    options: [
      ...hooks,
      { name: 'chain', description: 'with --codex: keep a notify program that is there, and call it' },
    ],
    operands: [],
    operations: ['agent.install-hooks'],
    examples: [
      ['mux hooks install --dry-run', 'only show what would change'],
      ['mux hooks install --codex', 'for Codex'],
    ],
    load: async () => (await import('../agents/agent-executors.js')).installHooks,
  },
  {
    name: 'hooks uninstall',
    group: 'agents',
    summary: 'take them out again',
    description: 'Only what is of muxwright.',
    options: hooks,
    operands: [],
    operations: ['agent.uninstall-hooks'],
    examples: [['mux hooks uninstall', 'out of the settings of Claude Code']],
    load: async () => (await import('../agents/agent-executors.js')).uninstallHooks,
  },
];
