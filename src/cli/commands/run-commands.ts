import type { Command } from '../command.js';
import { cwd, env, host, question, redact, secret, targetHost, timeout } from '../options.js';
import type { OperandSpec, OptionSpec } from '../parse-arguments.js';

const run: OperandSpec = { name: 'RUN', completes: 'run' };
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
  { name: 'follow', letter: 'f', description: 'follow until it ends' },
  { name: 'lines', letter: 'n', value: 'N', kind: 'number', description: 'begin with the last N lines' },
  { name: 'times', letter: 't', description: 'with the time of each line' },
  { name: 'raw', description: 'as it was printed, with colours' },
  {
    name: 'all-sequences',
    description: 'with --raw on a terminal: also what sets titles, the clipboard and the like',
  },
];

/** Commands in windows of their own. */
export const runCommands: readonly Command[] = [
  {
    name: 'run',
    group: 'runs',
    summary: 'run a command in tmux as if it ran right here',
    description:
      'The command runs in its own window, is recorded without secrets, and outlives this terminal. Its output,\n' +
      'colours, keys and size are those of this terminal, and its exit code is ours. Ctrl-C interrupts the command;\n' +
      'Ctrl-C twice within two seconds detaches from it, and it keeps running. What is piped into mux run is piped into the\n' +
      'command, and what is piped out of it is plain text. One word is a line for a shell, several are a program\n' +
      'and its arguments. On this machine it has the environment and the folder of the caller.',
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
        description: 'what a prompt looks like, for mux status and mux wait',
      },
      redact,
      { ...timeout, description: 'end the command after this time, with exit code 124; as 30s, 5m or 2h' },
      { name: 'detach', letter: 'd', description: 'leave it in the background and print its id' },
    ],
    operands: [],
    runs: 'required',
    operations: ['run.complete', 'run.start', 'run.follow'],
    examples: [
      ['mux run -- npm test', 'run the tests, and end with their exit code'],
      ["mux run 'make && make install'", 'a line for a shell'],
      ['mux run --timeout 30s -- sleep 100', 'end it after 30 seconds, with 124'],
      ['mux run -d --host docker://sandbox -- npm ci', 'start it in a container and print its id'],
      ['echo y | mux run -- ./install.sh', 'give it its answers from a pipe'],
    ],
    load: async () => (await import('../runs/run-command.js')).runCommand,
  },
  {
    name: 'runs',
    group: 'runs',
    summary: 'list the runs that are remembered, the newest first',
    description: 'As they were last seen: mux status looks at one, mux recover at all of a host.',
    options: [
      { ...host, description: 'only those on this host' },
      { name: 'session', value: 'S', description: 'only those in this tmux session' },
      { name: 'running', description: 'only running ones' },
      { name: 'limit', value: 'N', kind: 'number', description: 'how many at most (default: 50)' },
    ],
    operands: [],
    operations: ['run.list'],
    examples: [
      ['mux runs', 'the last ones'],
      ['mux runs --running --json', 'what is running, for programs'],
    ],
    load: async () => (await import('../runs/run-executors.js')).runs,
  },
  {
    name: 'status',
    group: 'runs',
    summary: 'tell what a run or a worker does: it runs, waits for input, or has ended',
    description: 'Shows its current state. A question that it asks is on a separate line.',
    options: [runHost],
    operands: [{ ...run, completes: 'target', fields: ['run', 'name'] }],
    operations: ['run.status', 'worker.status'],
    examples: [
      ['mux status mhz3k9x0abc123', 'what a run does'],
      ['mux status api --json', 'what a worker does, for programs'],
    ],
    load: async () => (await import('../runs/status-command.js')).statusCommand,
  },
  {
    name: 'output',
    group: 'runs',
    summary: 'print the output of a run; -f follows it to its end',
    description:
      'From its log, without secrets, also when it has ended. Where it asks something, that is the last line.',
    options: logOptions,
    operands: [{ name: 'NAME', completes: 'target', fields: ['run'] }],
    operations: ['run.output', 'run.follow'],
    examples: [
      ['mux output mhz3k9x0abc123', 'everything'],
      ['mux output -f -n 20 mhz3k9x0abc123', 'the last 20 lines, and what comes'],
    ],
    load: async () => (await import('../runs/output-command.js')).outputCommand,
  },
  {
    name: 'input',
    group: 'runs',
    summary: 'answer a run: type text into it, and Enter',
    description:
      'Without TEXT, or with -, the text is read from stdin; a secret is asked for without an echo. With --question, another\n' +
      'question that has come meanwhile gets no answer: mux status shows the fingerprint.',
    options: [
      { name: 'option', description: 'TEXT is an option that the screen shows' },
      question,
      { name: 'no-enter', description: 'only type' },
      secret,
      runHost,
    ],
    operands: [run, { name: 'TEXT', optional: true }],
    operations: ['run.input'],
    examples: [
      ['mux input mhz3k9x0abc123 y', 'say yes'],
      ['mux input mhz3k9x0abc123 --secret', 'be asked for a password, and give it'],
    ],
    load: async () => (await import('../runs/run-executors.js')).input,
  },
  {
    name: 'stop',
    group: 'runs',
    summary: 'end a run: Ctrl-C, then terminate, then kill',
    description:
      'Its log stays until mux prune. With --recording only its log ends, and the command keeps running.',
    options: [
      grace,
      { name: 'recording', description: 'stop recording, and leave the command alone' },
      runHost,
    ],
    operands: [run],
    operations: ['run.end', 'run.stop'],
    examples: [['mux stop mhz3k9x0abc123', 'end it']],
    load: async () => (await import('../runs/run-executors.js')).stop,
  },
  {
    name: 'scrub',
    group: 'runs',
    summary: 'overwrite a secret that a run printed or was given',
    description:
      'Asks for the secret without an echo, or reads it from stdin. Masks it in the log, the pane, the store and recordings,\n' +
      'also of other runs, and in later output. What was masked cannot be restored.',
    options: [runHost],
    operands: [run],
    operations: ['run.scrub'],
    examples: [['mux scrub mhz3k9x0abc123', 'enter the secret, and remove it']],
    load: async () => (await import('../runs/run-executors.js')).scrub,
  },
  {
    name: 'explain',
    group: 'runs',
    summary: 'tell why a run counts as what mux status says',
    description: 'Everything that was looked at, in the order of its weight.',
    options: [runHost],
    operands: [run],
    operations: ['run.explain'],
    examples: [['mux explain mhz3k9x0abc123', 'why it counts as waiting']],
    load: async () => (await import('../runs/run-executors.js')).explain,
  },
  {
    name: 'recover',
    group: 'runs',
    summary: 'update the state of the runs of a host, e.g. after a restart',
    description: 'Also finds runs that are not remembered here, by what they left on the host.',
    options: [host],
    operands: [],
    operations: ['run.recover'],
    examples: [['mux recover --host docker://sandbox', 'after a restart']],
    load: async () => (await import('../runs/run-executors.js')).recover,
  },
  {
    name: 'prune',
    group: 'runs',
    summary: 'remove logs and records of ended runs (default: after a week)',
    description:
      'What is running is never touched. With --recordings, removes recordings that have ended (default: as configured).',
    options: [
      host,
      {
        name: 'older',
        value: 'T',
        kind: 'duration',
        description: 'those that ended this long ago (default for runs without another limit: 7d)',
      },
      { name: 'keep', value: 'N', kind: 'number', description: 'keep the N that ended last' },
      {
        name: 'max-bytes',
        value: 'N',
        kind: 'number',
        description: 'delete the oldest until the total is at most N bytes',
      },
      { name: 'recordings', description: 'recordings instead of runs' },
      { name: 'dry-run', description: 'only say what would go' },
    ],
    operands: [],
    operations: ['run.prune', 'recording.prune'],
    examples: [
      ['mux prune --dry-run', 'what would go'],
      ['mux prune --keep 10', 'all but the last ten'],
      ['mux prune --recordings --older 30d', 'recordings that ended a month ago'],
    ],
    load: async () => (await import('../runs/run-executors.js')).prune,
  },
  {
    name: 'metrics',
    group: 'runs',
    summary: 'count runs by the kind of their command: durations, success, prompts',
    description: 'Of everything that is remembered.',
    options: [{ ...host, description: 'only those on this host' }],
    operands: [],
    operations: ['run.metrics'],
    examples: [['mux metrics', 'of all hosts']],
    load: async () => (await import('../runs/run-executors.js')).metrics,
  },
];
