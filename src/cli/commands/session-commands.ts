import type { Command } from '../command.js';
import { host } from '../options.js';
import type { OperandSpec } from '../parse-arguments.js';

const session: OperandSpec = { name: 'SESSION', fields: ['sessionName'] };

/** A session for each chat. */
export const sessionCommands: readonly Command[] = [
  {
    name: 'session open',
    group: 'sessions',
    summary: 'print the session of a chat, made where it is missing',
    description: 'One for each workspace and chat; it stays.',
    options: [
      host,
      { name: 'limit', value: 'N', kind: 'number', description: 'most sessions on the host (default: 10)' },
    ],
    operands: [{ name: 'WORKSPACE' }, { name: 'CHAT', fields: ['chatId'] }],
    operations: ['session.open'],
    examples: [['mux session open my-project 42', 'prints claude-my-project-42']],
    load: async () => (await import('../sessions/session-executors.js')).open,
  },
  {
    name: 'session send',
    group: 'sessions',
    summary: 'have the session of a chat answer a prompt',
    description: 'Prompts run one after the other. Without PROMPT, or with -, it is read from stdin.',
    options: [
      host,
      {
        name: 'command',
        value: 'C',
        description: "command with {prompt} in it (default: 'claude -p {prompt}')",
      },
      { name: 'request', value: 'ID', description: 'REQUEST_ID for it (default: generated)' },
    ],
    operands: [session, { name: 'PROMPT', optional: true }],
    operations: ['session.send'],
    examples: [['mux session send claude-my-project-42 "What changed today?"', 'a prompt']],
    load: async () => (await import('../sessions/session-executors.js')).send,
  },
  {
    name: 'session list',
    group: 'sessions',
    summary: 'list the sessions of chats on a host',
    description: 'With what they do, and how many prompts wait.',
    options: [host],
    operands: [],
    operations: ['session.list'],
    examples: [['mux session list', 'those on this machine']],
    load: async () => (await import('../sessions/session-executors.js')).list,
  },
  {
    name: 'session exists',
    group: 'sessions',
    summary: 'tell whether a session lives; ends with 1 where not',
    description: 'By its exact name.',
    options: [host],
    operands: [session],
    operations: ['session.exists'],
    examples: [['mux session exists claude-my-project-42', 'yes or no']],
    load: async () => (await import('../sessions/session-executors.js')).exists,
  },
  {
    name: 'session kill',
    group: 'sessions',
    summary: 'end a session with its programs',
    description: 'No error where it has ended already.',
    options: [host],
    operands: [session],
    operations: ['session.kill'],
    examples: [['mux session kill claude-my-project-42', 'end it']],
    load: async () => (await import('../sessions/session-executors.js')).kill,
  },
  {
    name: 'session cleanup',
    group: 'sessions',
    summary: 'end the sessions of chats that were not used for long',
    description: 'Those in which something runs, or that a person is attached to, stay.',
    options: [
      { name: 'idle', value: 'T', kind: 'duration', description: 'idle time (default: 30m)' },
      { name: 'busy', description: 'also those in which something runs' },
      { name: 'attached', description: 'also those that a person is attached to' },
    ],
    operands: [],
    operations: ['session.cleanup'],
    examples: [['mux session cleanup --idle 2h', 'what was idle for two hours']],
    load: async () => (await import('../sessions/session-executors.js')).cleanup,
  },
];
