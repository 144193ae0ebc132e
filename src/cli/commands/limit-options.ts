import type { OptionSpec } from '../parse-arguments.js';

/** What a token, or a model, may reach. */
export const limitOptions: readonly OptionSpec[] = [
  {
    name: 'host',
    value: 'HOST',
    repeatable: true,
    completes: 'host',
    description: 'a host that it may reach; * for any',
  },
  {
    name: 'session',
    value: 'NAME',
    repeatable: true,
    description: 'a tmux session that it may reach (default: all)',
  },
  {
    name: 'tag',
    value: 'TAG',
    repeatable: true,
    description: 'a tag: only runs and workers that have it (default: all)',
  },
];
