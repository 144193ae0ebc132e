import type { Command } from '../command.js';
import { host } from '../options.js';

/** What happens, and what waits for a person. */
export const eventCommands: readonly Command[] = [
  {
    name: 'events',
    group: 'rest',
    summary: 'list what happened to runs, workers, agents and sessions, or follow it',
    description:
      'The newest of the journal that every mux writes into; with -f also what happens from now on, until Ctrl-C.\n' +
      'While it follows it watches everything itself, so that ends and questions are told as they come.',
    options: [
      { name: 'follow', letter: 'f', description: 'follow new events' },
      { name: 'since', value: 'ID', description: 'only events after this one' },
      {
        name: 'type',
        value: 'TYPE',
        repeatable: true,
        description: 'only events of this type, as run_exit or state_changed',
      },
      { ...host, description: 'only events on this host' },
      { name: 'limit', letter: 'n', value: 'N', kind: 'number', description: 'how many (default: 30)' },
    ],
    operands: [{ name: 'TARGET', optional: true, completes: 'target' }],
    operations: ['event.list', 'event.follow'],
    examples: [
      ['mux events', 'what happened lately'],
      ['mux events -f --type run_exit --type run_prompt', 'how runs end, and what they ask'],
      ['mux events -f api --json', 'everything about the worker api, a line of JSON each'],
    ],
    load: async () => (await import('../events/event-executors.js')).events,
  },
  {
    name: 'inbox',
    group: 'rest',
    summary: 'list what waits for you: runs that ask, agents that need an answer',
    description:
      'The longest waiting first. Answer with mux input RUN TEXT, or mux agents respond AGENT TEXT.',
    options: [{ ...host, description: 'only what waits on this host' }],
    operands: [],
    operations: ['inbox.list'],
    examples: [
      ['mux inbox', 'what waits now'],
      ['mux inbox --json', 'the same for programs'],
    ],
    load: async () => (await import('../events/event-executors.js')).inbox,
  },
];
