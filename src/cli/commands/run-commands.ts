import type { Command } from '../command.js';
import { cwd, env, host, question, redact, secret, targetHost, timeout } from '../options.js';
import type { OperandSpec, OptionSpec } from '../parse-arguments.js';

/** A run, or what is one: a worker, an agent, a pane. */
const run: OperandSpec = { name: 'TARGET', completes: 'target', fields: ['run'] };
const runHost: OptionSpec = {
  ...targetHost,
  description: 'host of a run that another user or machine started',
};
const grace: OptionSpec = {
  name: 'grace',
  value: 'T',
  kind: 'duration',
  description: 'time for each step: Ctrl-C, terminate, kill (default: 2s)',
};

/** What `mux output` and `mux logs` take. */
export const logOptions: readonly OptionSpec[] = [
  { name: 'follow', letter: 'f', description: 'keep printing new output until it ends' },
  { name: 'lines', letter: 'n', value: 'N', kind: 'number', description: 'start with the last N lines' },
  { name: 'times', letter: 't', description: 'prefix each line with its time' },
  { name: 'raw', description: 'print the original bytes, with colours' },
  {
    name: 'all-sequences',
    description: 'with --raw on a terminal: also pass sequences that set titles, the clipboard, etc.',
  },
];

/** Commands that run in their own windows. */
export const runCommands: readonly Command[] = [
  {
    name: 'run',
    group: 'runs',
    summary: 'run a command in tmux as if it ran here',
    description:
      'The command runs in its own tmux window, is recorded with secrets masked, and outlives this terminal.\n' +
      'Its output, colours, keys and size are those of this terminal, and mux exits with its exit code. Ctrl-C\n' +
      'interrupts the command; Ctrl-Z, or Ctrl-C twice within two seconds, detaches: the command keeps running,\n' +
      'and mux attach returns to it. Input piped into mux run goes to the command; output piped from mux run is\n' +
      'plain text. A single word is a shell command line; several words are a program and its arguments. On this\n' +
      'machine, the command gets the environment and folder of the caller.',
    options: [
      host,
      { name: 'session', value: 'S', description: 'tmux session for the window (default: muxwright)' },
      cwd,
      env,
      {
        name: 'prompt',
        value: 'RE',
        kind: 'pattern',
        repeatable: true,
        description: 'pattern of a prompt, for mux status and mux wait',
      },
      redact,
      { ...timeout, description: 'end the command after this time with exit code 124, e.g. 30s, 5m or 2h' },
      { name: 'detach', letter: 'd', description: 'run in the background and print the run id' },
    ],
    operands: [],
    runs: 'required',
    operations: ['run.complete', 'run.start', 'run.follow'],
    examples: [
      ['mux run -- npm test', 'run the tests and return their exit code'],
      ["mux run 'make && make install'", 'run a shell command line'],
      ['mux run --timeout 30s -- sleep 100', 'end it after 30 seconds with exit code 124'],
      ['mux run -d --host docker://sandbox -- npm ci', 'start it in a container and print its run id'],
      ['echo y | mux run -- ./install.sh', 'answer its prompts from a pipe'],
    ],
    load: async () => (await import('../runs/run-command.js')).runCommand,
  },
  {
    name: 'runs',
    group: 'runs',
    summary: 'list runs, newest first',
    description: 'Shows the last known state. mux status checks one run, mux recover all runs of a host.',
    options: [
      { ...host, description: 'only runs on this host' },
      { name: 'session', value: 'S', description: 'only runs in this tmux session' },
      { name: 'running', description: 'only running ones' },
      { name: 'limit', value: 'N', kind: 'number', description: 'maximum number of runs (default: 50)' },
    ],
    operands: [],
    operations: ['run.list'],
    examples: [
      ['mux runs', 'list recent runs'],
      ['mux runs --running --json', 'list running ones as JSON'],
    ],
    load: async () => (await import('../runs/run-executors.js')).runs,
  },
  {
    name: 'status',
    group: 'runs',
    summary: 'show whether a run or worker is running, waiting or ended',
    description: 'Shows the current state. If the program asks a question, it is printed on a separate line.',
    options: [runHost],
    operands: [{ ...run, fields: ['run', 'name'] }],
    operations: ['run.status', 'worker.status'],
    examples: [
      ['mux status mhz3k9x0abc123', 'show a run'],
      ['mux status api --json', 'show a worker, as JSON'],
    ],
    load: async () => (await import('../runs/status-command.js')).statusCommand,
  },
  {
    name: 'output',
    group: 'runs',
    summary: 'print the output of a run or worker',
    description:
      'Prints the log, with secrets masked; also works after the run has ended. If the run is waiting for\n' +
      'input, the last line is its question.',
    options: logOptions,
    operands: [run],
    operations: ['run.output', 'run.follow'],
    examples: [
      ['mux output mhz3k9x0abc123', 'print everything'],
      ['mux output -f -n 20 mhz3k9x0abc123', 'print the last 20 lines and follow'],
    ],
    load: async () => (await import('../runs/output-command.js')).outputCommand,
  },
  {
    name: 'input',
    group: 'runs',
    summary: 'type text and Enter into a run or worker',
    description:
      'If TEXT is missing or -, the text is read from stdin; a secret is prompted for without echo. With\n' +
      '--question, the text is sent only if the run still asks that question; mux status shows the fingerprint.',
    options: [
      { name: 'option', description: 'TEXT is an option shown on the screen' },
      question,
      { name: 'no-enter', description: 'do not press Enter' },
      secret,
      runHost,
    ],
    operands: [run, { name: 'TEXT', optional: true }],
    operations: ['run.input'],
    examples: [
      ['mux input mhz3k9x0abc123 y', 'answer y'],
      ['mux input api y', 'answer y in a worker'],
      ['mux input mhz3k9x0abc123 --secret', 'enter a password without echo, and send it'],
    ],
    load: async () => (await import('../runs/run-executors.js')).input,
  },
  {
    name: 'stop',
    group: 'runs',
    summary: 'end a run or worker: Ctrl-C, then terminate, then kill',
    description:
      'The log is kept until mux prune. With --recording, only the logging stops; the command keeps running.',
    options: [grace, { name: 'recording', description: 'stop logging; the command keeps running' }, runHost],
    operands: [run],
    operations: ['run.end', 'run.stop'],
    examples: [
      ['mux stop mhz3k9x0abc123', 'end the run'],
      ['mux stop api', 'end a worker'],
    ],
    load: async () => (await import('../runs/run-executors.js')).stop,
  },
  {
    name: 'scrub',
    group: 'runs',
    summary: 'overwrite a secret that a run printed or received',
    description:
      'Prompts for the secret without echo, or reads it from stdin. Masks it in the log, the pane, the store\n' +
      'and recordings, including those of other runs, and in later output. Masked text cannot be restored.',
    options: [runHost],
    operands: [run],
    operations: ['run.scrub'],
    examples: [['mux scrub mhz3k9x0abc123', 'enter the secret and mask it']],
    load: async () => (await import('../runs/run-executors.js')).scrub,
  },
  {
    name: 'explain',
    group: 'runs',
    summary: 'show the evidence for the state of a run or worker',
    description: 'Lists everything that was checked, most significant first.',
    options: [runHost],
    operands: [run],
    operations: ['run.explain'],
    examples: [['mux explain mhz3k9x0abc123', 'show why it counts as waiting']],
    load: async () => (await import('../runs/run-executors.js')).explain,
  },
  {
    name: 'recover',
    group: 'runs',
    summary: "update the state of a host's runs, e.g. after a restart",
    description: 'Also finds runs that are missing in the store, by their files on the host.',
    options: [host],
    operands: [],
    operations: ['run.recover'],
    examples: [['mux recover --host docker://sandbox', 'update after a restart']],
    load: async () => (await import('../runs/run-executors.js')).recover,
  },
  {
    name: 'prune',
    group: 'runs',
    summary: 'remove logs and records of ended runs (default: after 7d)',
    description:
      'Running commands are never affected. With --recordings, removes finished recordings (default age: as\n' +
      'configured).',
    options: [
      host,
      {
        name: 'older',
        value: 'T',
        kind: 'duration',
        description: 'remove runs that ended this long ago (default if no limit is given: 7d)',
      },
      { name: 'keep', value: 'N', kind: 'number', description: 'keep the N that ended last' },
      {
        name: 'max-bytes',
        value: 'N',
        kind: 'number',
        description: 'delete the oldest until the total is at most N bytes',
      },
      { name: 'recordings', description: 'remove recordings instead of runs' },
      { name: 'dry-run', description: 'show what would be removed' },
    ],
    operands: [],
    operations: ['run.prune', 'recording.prune'],
    examples: [
      ['mux prune --dry-run', 'show what would be removed'],
      ['mux prune --keep 10', 'keep the last ten'],
      ['mux prune --recordings --older 30d', 'remove recordings that ended over 30 days ago'],
    ],
    load: async () => (await import('../runs/run-executors.js')).prune,
  },
  {
    name: 'metrics',
    group: 'runs',
    summary: 'show durations, success and prompts per kind of command',
    description: 'Covers all stored runs.',
    options: [{ ...host, description: 'only runs on this host' }],
    operands: [],
    operations: ['run.metrics'],
    examples: [['mux metrics', 'show all hosts']],
    load: async () => (await import('../runs/run-executors.js')).metrics,
  },
];
