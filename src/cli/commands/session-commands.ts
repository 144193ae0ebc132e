import type { Command } from '../command.js';
import { host } from '../options.js';
import type { OperandSpec } from '../parse-arguments.js';

const session: OperandSpec = { name: 'SESSION', fields: ['sessionName'] };

/** A session for each chat. */
export const sessionCommands: readonly Command[] = [
  {
    name: 'session open',
    group: 'sessions',
    summary: 'print the session of a chat; create it if missing',
    description: 'There is one persistent session for each workspace and chat.',
    options: [
      host,
      {
        name: 'limit',
        value: 'N',
        kind: 'number',
        description: 'maximum number of sessions on the host (default: 10)',
      },
    ],
    operands: [{ name: 'WORKSPACE' }, { name: 'CHAT', fields: ['chatId'] }],
    operations: ['session.open'],
    examples: [['mux session open my-project 42', 'print claude-my-project-42']],
    load: async () => (await import('../sessions/session-executors.js')).open,
  },
  {
    name: 'session send',
    group: 'sessions',
    summary: 'answer a prompt in the session of a chat',
    description: 'Prompts run one after another. If PROMPT is missing or -, it is read from stdin.',
    options: [
      host,
      {
        name: 'command',
        value: 'C',
        description: "command that contains {prompt} (default: 'claude -p {prompt}')",
      },
      { name: 'request', value: 'ID', description: 'REQUEST_ID for the prompt (default: generated)' },
    ],
    operands: [session, { name: 'PROMPT', optional: true }],
    operations: ['session.send'],
    examples: [['mux session send claude-my-project-42 "What changed today?"', 'a prompt']],
    load: async () => (await import('../sessions/session-executors.js')).send,
  },
  {
    name: 'session list',
    group: 'sessions',
    summary: 'list the chat sessions on a host',
    description: 'Shows their activity and the number of queued prompts.',
    options: [host],
    operands: [],
    operations: ['session.list'],
    examples: [['mux session list', 'list those on this machine']],
    load: async () => (await import('../sessions/session-executors.js')).list,
  },
  {
    name: 'session exists',
    group: 'sessions',
    summary: 'check that a session exists (exit code 1 if not)',
    description: 'The name must match exactly.',
    options: [host],
    operands: [session],
    operations: ['session.exists'],
    examples: [['mux session exists claude-my-project-42', 'print yes or no']],
    load: async () => (await import('../sessions/session-executors.js')).exists,
  },
  {
    name: 'session kill',
    group: 'sessions',
    summary: 'end a session and its programs',
    description: 'Succeeds if the session has already ended.',
    options: [host],
    operands: [session],
    operations: ['session.kill'],
    examples: [['mux session kill claude-my-project-42', 'end it']],
    load: async () => (await import('../sessions/session-executors.js')).kill,
  },
  {
    name: 'session cleanup',
    group: 'sessions',
    summary: 'end chat sessions that have been idle',
    description: 'Keeps sessions in which a program runs or that a person is attached to.',
    options: [
      { name: 'idle', value: 'T', kind: 'duration', description: 'minimum idle time (default: 30m)' },
      { name: 'busy', description: 'include sessions in which a program runs' },
      { name: 'attached', description: 'include sessions that a person is attached to' },
    ],
    operands: [],
    operations: ['session.cleanup'],
    examples: [['mux session cleanup --idle 2h', 'end sessions that were idle for two hours']],
    load: async () => (await import('../sessions/session-executors.js')).cleanup,
  },
];
