import type { Command } from '../command.js';
import { host, question, secret, targetHost, timeout } from '../options.js';
import type { OperandSpec, OptionSpec } from '../parse-arguments.js';

const target: OperandSpec = { name: 'TARGET', completes: 'target' };
const agent: OperandSpec = { name: 'AGENT', completes: 'agent' };
const text: OperandSpec = { name: 'TEXT', optional: true };
const key: OptionSpec = {
  name: 'key',
  value: 'K',
  description: 'idempotency key: a second call with the same key sends nothing',
};
const most: OptionSpec = {
  name: 'lines',
  letter: 'n',
  value: 'N',
  kind: 'number',
  description: 'maximum number of results',
};
const hooks: readonly OptionSpec[] = [
  { name: 'codex', description: 'install for Codex (default: Claude Code)' },
  {
    name: 'file',
    value: 'FILE',
    completes: 'file',
    description: "path of the settings file (default: the agent's usual one)",
  },
  { name: 'dry-run', description: 'show the changes without writing them' },
];

/** Agents such as Claude Code and Codex. */
export const agentCommands: readonly Command[] = [
  {
    name: 'agents ls',
    group: 'agents',
    summary: 'list agents and their state',
    description: 'Lists agents that were registered, or that reported themselves through hooks.',
    options: [
      { name: 'ended', description: 'include agents that have ended' },
      { ...host, description: 'only agents on this host' },
    ],
    operands: [],
    operations: ['agent.list'],
    examples: [['mux agents ls', 'all running agents']],
    load: async () => (await import('../agents/agent-executors.js')).list,
  },
  {
    name: 'agents register',
    group: 'agents',
    summary: 'register the program in a pane as an agent',
    description: 'From then on, its states and turns are stored.',
    options: [
      { name: 'name', value: 'N', description: 'name of the agent' },
      {
        name: 'profile',
        value: 'P',
        completes: ['claude-code', 'codex', 'generic'],
        description: 'profile that reads its screen (default: detected)',
      },
      targetHost,
    ],
    operands: [target],
    operations: ['agent.register'],
    examples: [['mux agents register %3 --name reviewer', 'register the program in pane %3 as reviewer']],
    load: async () => (await import('../agents/agent-executors.js')).register,
  },
  {
    name: 'agents remove',
    group: 'agents',
    summary: 'forget an agent; its program keeps running',
    description: 'Also deletes the stored conversation with it.',
    options: [],
    operands: [agent],
    operations: ['agent.remove'],
    examples: [['mux agents remove reviewer', 'forget it']],
    load: async () => (await import('../agents/agent-executors.js')).remove,
  },
  {
    name: 'agents status',
    group: 'agents',
    summary: "show an agent's state, its question, and the evidence",
    description: 'Also works for programs that are not registered.',
    options: [targetHost],
    operands: [target],
    operations: ['agent.status'],
    examples: [['mux agents status reviewer', 'show one agent']],
    load: async () => (await import('../agents/agent-executors.js')).status,
  },
  {
    name: 'agents send',
    group: 'agents',
    summary: 'send text to an agent and confirm that it arrived',
    description:
      'Prints submitted (the agent accepted the text), queued (the agent is busy and keeps it for later) or\n' +
      'unconfirmed (check the screen before you send again; exit code 1).',
    options: [
      { name: 'no-enter', description: 'only type' },
      secret,
      { name: 'when-idle', description: 'wait until the agent is idle before sending' },
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
    summary: "answer an agent's question",
    description: 'Answer with text, or with the number or the label of an option on its screen.',
    options: [
      { name: 'option', description: 'TEXT is an option shown on the screen' },
      { name: 'other', description: 'TEXT is a free-text answer to a question with options' },
      question,
      key,
      timeout,
    ],
    operands: [agent, text],
    operations: ['agent.respond'],
    examples: [
      ['mux agents respond reviewer "Yes, and run the tests"', 'in words'],
      ['mux agents respond reviewer --option 2', 'choose the second option'],
    ],
    load: async () => (await import('../agents/agent-executors.js')).respond,
  },
  {
    name: 'agents health',
    group: 'agents',
    summary: 'check that an agent runs in its pane (exit code 1 if not)',
    description: 'Checks the pane and the program in the foreground.',
    options: [targetHost],
    operands: [target],
    operations: ['agent.health'],
    examples: [['mux agents health reviewer', 'check one agent']],
    load: async () => (await import('../agents/agent-executors.js')).health,
  },
  {
    name: 'agents conversation',
    group: 'agents',
    summary: "print an agent's conversation, from its transcript or screen",
    description: 'Prints the last 20 messages by default.',
    options: [most, targetHost],
    operands: [target],
    operations: ['agent.conversation'],
    examples: [['mux agents conversation reviewer -n 4', 'the last four messages']],
    load: async () => (await import('../agents/agent-executors.js')).conversation,
  },
  {
    name: 'agents turns',
    group: 'agents',
    summary: 'list the stored turns of an agent',
    description: 'The agent must be registered.',
    options: [most],
    operands: [agent],
    operations: ['agent.turns'],
    examples: [['mux agents turns reviewer', 'the last 50']],
    load: async () => (await import('../agents/agent-executors.js')).turns,
  },
  {
    name: 'hooks install',
    group: 'agents',
    summary: 'install hooks so that Claude Code or Codex report their state',
    description: 'Prints the changes to the settings and keeps existing entries.',
    options: [
      ...hooks,
      { name: 'chain', description: 'with --codex: keep an existing notify program, and call it too' },
    ],
    operands: [],
    operations: ['agent.install-hooks'],
    examples: [
      ['mux hooks install --dry-run', 'show the changes only'],
      ['mux hooks install --codex', 'for Codex'],
    ],
    load: async () => (await import('../agents/agent-executors.js')).installHooks,
  },
  {
    name: 'hooks uninstall',
    group: 'agents',
    summary: 'remove the hooks from Claude Code or Codex',
    description: 'Removes only the entries that muxwright added.',
    options: hooks,
    operands: [],
    operations: ['agent.uninstall-hooks'],
    examples: [['mux hooks uninstall', 'remove them from the settings of Claude Code']],
    load: async () => (await import('../agents/agent-executors.js')).uninstallHooks,
  },
];
