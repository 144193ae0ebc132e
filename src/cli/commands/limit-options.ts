import type { OptionSpec } from '../parse-arguments.js';

/** What a token, or a model, may reach. */
export const limitOptions: readonly OptionSpec[] = [
  {
    name: 'host',
    value: 'HOST',
    repeatable: true,
    completes: 'host',
    description: 'host that it may reach; * for any',
  },
  {
    name: 'session',
    value: 'NAME',
    repeatable: true,
    description: 'tmux session that it may reach (default: all)',
  },
  {
    name: 'tag',
    value: 'TAG',
    repeatable: true,
    description: 'only runs and workers with this tag (default: all)',
  },
];
