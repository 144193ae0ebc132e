import type { Command } from '../command.js';
import { host } from '../options.js';

/** What happens, and what waits for a person. */
export const eventCommands: readonly Command[] = [
  {
    name: 'events',
    group: 'rest',
    summary: 'list or follow events of runs, workers, agents and sessions',
    description:
      'Prints the newest events of the journal, which all mux processes write to. With -f, also prints new\n' +
      'events until Ctrl-C; meanwhile this process watches everything itself, so that ends and questions appear\n' +
      'as they happen.',
    options: [
      { name: 'follow', letter: 'f', description: 'follow new events' },
      { name: 'since', value: 'ID', description: 'only events after this event id' },
      {
        name: 'type',
        value: 'TYPE',
        repeatable: true,
        description: 'only events of this type, e.g. run_exit or state_changed',
      },
      { ...host, description: 'only events on this host' },
      {
        name: 'limit',
        letter: 'n',
        value: 'N',
        kind: 'number',
        description: 'number of events (default: 30)',
      },
    ],
    operands: [{ name: 'TARGET', optional: true, completes: 'target' }],
    operations: ['event.list', 'event.follow'],
    examples: [
      ['mux events', 'show recent events'],
      ['mux events -f --type run_exit --type run_prompt', 'follow exits and prompts of runs'],
      ['mux events -f api --json', 'follow everything about the worker api, one JSON object per line'],
    ],
    load: async () => (await import('../events/event-executors.js')).events,
  },
  {
    name: 'inbox',
    group: 'rest',
    summary: 'list runs and agents that need your answer',
    description:
      'The longest wait comes first. Answer with mux input RUN TEXT or mux agents respond AGENT TEXT.',
    options: [{ ...host, description: 'only items on this host' }],
    operands: [],
    operations: ['inbox.list'],
    examples: [
      ['mux inbox', 'show what needs an answer now'],
      ['mux inbox --json', 'print JSON, for programs'],
    ],
    load: async () => (await import('../events/event-executors.js')).inbox,
  },
];
