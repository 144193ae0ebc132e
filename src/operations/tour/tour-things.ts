/** The worker of the tour. */
export const TOUR_WORKER = 'tour-clock';

const TAG = 'tour';

/** Whatever happens to all processes of muxwright, what the tour has started ends by itself after this time. */
const LONGEST_MS = 15 * 60_000;

/** Asks for a name, and prints some lines before and after. */
export function tourRun(host: string) {
  return {
    command: [
      '# The guided tour: a program that asks for your name',
      'printf "\\033[1;36mmuxwright\\033[0m guided tour\\n\\n"',
      'for part in terminals runs agents; do printf "  \\033[32m✔\\033[0m %s ready\\n" "$part"; sleep 0.3; done',
      'printf "\\nWhat is your name? "; read -r name',
      'printf "\\nHello, \\033[1m%s\\033[0m. You answered a real program in a real terminal.\\n" "$name"',
      'sleep 0.4',
      'echo "This run has a log, an exit code and a recording now."',
    ].join('\n'),
    host,
    session: 'tour-run',
    name: 'guided-tour',
    interactive: false,
    login: false,
    timeLimitMs: LONGEST_MS,
    prompts: ['your name\\? *$'],
    size: { width: 80, height: 20 },
    type: 'guided tour',
    tags: [TAG],
  };
}

/** A clock that ticks. */
export function tourWorker(socket: string) {
  return {
    name: TOUR_WORKER,
    command:
      'i=0; while [ $i -lt 900 ]; do i=$((i+1)); printf "tick %3d  %s\\n" "$i" "$(date +%T)"; sleep 1; done',
    socket,
    session: 'tour-worker',
    cwd: '/tmp',
    login: false,
    timeLimitMs: LONGEST_MS,
    size: { width: 80, height: 20 },
    tags: [TAG],
  };
}

/** A session split in two, as a language model would make it. */
export function tourWorkspace(host: string) {
  return { host, session: 'tour-workspace', folder: '/tmp' };
}

/** For its two panes. They end by themselves, and their panes with them. No shell keeps them in the history of the user. */
export const tourCommands = [
  ' unset HISTFILE; exec sh -c \'i=0; while [ $i -lt 450 ]; do i=$((i+1)); clear; echo "load and uptime, every 2 s"; echo; uptime; sleep 2; done\'',
  ' unset HISTFILE; exec sh -c \'i=0; while [ $i -lt 900 ]; do i=$((i+1)); printf "request %d \\033[32m200\\033[0m %d ms\\n" $i $((i * 7919 % 90)); sleep 1; done\'',
] as const;
