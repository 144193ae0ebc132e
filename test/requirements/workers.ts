import type { Requirement } from './requirement.js';

/** Named long-lived workers for people at a shell. */
export const workers = Object.freeze({
  // Names and sockets
  W1: {
    room: 'workers',
    promise:
      'The root exports `Workers`; the functions are `defaultSessionName`, `ensureSession`, `killSession`, `createWindow`, `windowExists`, `sendKeys`, `capturePane`, `sessionHasOtherWorkers`.',
  },
  W2: {
    room: 'workers',
    promise:
      "`defaultSessionName()` is `swarm-` followed by the first 8 hex digits of the SHA-256 of the state folder's absolute path with symlinks resolved: `swarm-d2a4bcb5` for the path string `/home/user/.swarm`.",
  },
  W3: {
    room: 'workers',
    promise: 'Each state folder, so each user, has a name of its own that never changes.',
  },
  W4: {
    room: 'workers',
    promise:
      'Commands go to `tmux -L <socket>` where a socket is given, and to the default server otherwise.',
  },
  W5: {
    room: 'tmux',
    promise: 'The words before a command are `["tmux"]`, or `["tmux", "-L", socket]` with a socket.',
  },
  W6: {
    room: 'workers',
    promise:
      'Workers of a socket do not affect sessions of the default server or of other sockets, and tests with sockets of their own run in parallel.',
  },
  W7: { room: 'workers', promise: 'On a host without tmux the error says that tmux is required.' },

  // Session management
  W8: { room: 'workers', promise: '`ensureSession(session, socket?)` makes a missing session, detached.' },
  W9: {
    room: 'workers',
    promise: 'It can be repeated, and goes by the exact name: `swarm-abc` is made beside `swarm-abc1`.',
  },
  W10: { room: 'workers', promise: 'It does not take over the terminal of the caller.' },
  W11: {
    room: 'workers',
    promise: '`killSession(session, socket?)` ends a session, and is content when there is none.',
  },

  // Window management
  W12: {
    room: 'workers',
    promise:
      '`createWindow(session, window, cwd, cmd, socket?)` ensures the session and opens a window of that name which runs `cmd` in `cwd`.',
  },
  W13: {
    room: 'workers',
    promise:
      'Each element of `cmd` is one argument, exactly; spaces, quotes, `$`, `;` and newlines inject nothing.',
  },
  W14: {
    room: 'workers',
    promise:
      'The window comes after the current one (`-a`), whatever the `base-index` and the gaps in the numbers.',
  },
  W15: {
    room: 'workers',
    promise:
      '`windowExists(session, window, socket?)` is true exactly while the window is there, and false for a killed window, a missing session or server; it costs one fast tmux command.',
  },

  // Text input
  W16: {
    room: 'workers',
    promise:
      '`sendKeys(session, window, text, enter = true, socket?)` types its text; key names like `Enter` or `C-c` are typed as well.',
  },
  W17: {
    room: 'workers',
    promise:
      'Enter is a command of its own after the text: `implement feature X` shows in the pane of an agent and is submitted.',
  },
  W18: {
    room: 'workers',
    promise:
      'With `enter: false` the text (`partial`) shows and is not submitted, and the cursor remains on its line.',
  },

  // Pane capture
  W19: {
    room: 'workers',
    promise:
      '`capturePane(session, window, historyLines = 0, socket?)` returns a string, with 0 only of what is visible.',
  },
  W20: {
    room: 'workers',
    promise:
      '`historyLines: N` puts up to N lines of scrollback before the visible ones, in order: all 500 if 500 scrolled off and 1000 are asked for.',
  },
  W21: {
    room: 'workers',
    promise:
      'What tmux prints is returned unstripped: plain text by default, with the raw escape codes under `ansi`.',
  },
  W22: {
    room: 'workers',
    promise:
      'A screen with `line1`, `line2`, `line3` is `"line1\\nline2\\nline3\\n"`, without the unused rows below.',
  },
  W23: { room: 'workers', promise: 'An empty pane is the empty string and no error.' },

  // Cleanup logic, record
  W24: {
    room: 'workers',
    promise:
      '`sessionHasOtherWorkers(state, session, excludeWorker, socket?)` is true exactly when another worker is in that session on that socket.',
  },
  W25: {
    room: 'workers',
    promise: 'Both must be equal: `swarm-abc` on socket `test` is not the `swarm-abc` without a socket.',
  },
  W26: {
    room: 'store',
    promise:
      'The record of a worker has `{ session, window, socket }`, with null as the socket of the default server.',
  },

  // Scenarios
  W27: {
    room: 'workers',
    promise:
      "Without a session `swarm-abc123`, `createWindow('swarm-abc123', 'worker1', '/tmp', ['bash'])` makes it, detached, with a window `worker1` in which `bash` runs.",
  },
  W28: {
    room: 'workers',
    promise:
      'In a session that has a window `old`, `worker2` is added, `old` stays as it is, and no session is made.',
  },
  W29: {
    room: 'workers',
    promise: 'When the last worker is killed `sessionHasOtherWorkers` is false, and the session is killed.',
  },
  W30: {
    room: 'workers',
    promise: 'When one of two workers is killed it is true, and the session and the other worker stay.',
  },
  W31: {
    room: 'workers',
    promise:
      "`mux spawn NAME -- claude` uses `swarm-<hash>` and does not change a person's session `my-dev` or its windows at all.",
  },

  // Edge cases
  W32: {
    room: 'workers',
    promise:
      'Names of workers and windows consist of letters, digits, dashes and underscores; others are refused with a suggestion, before tmux is asked.',
  },
  W33: { room: 'workers', promise: 'A session name that tmux does not allow is refused.' },
  W34: { room: 'workers', promise: 'Capturing a missing window throws an error of the catalogue.' },
  W35: {
    room: 'workers',
    promise: 'Sending to a missing window throws an error of the catalogue, and types nowhere else.',
  },
  W36: { room: 'workers', promise: 'Workers of one session each have their own window.' },

  // Recovery
  W37: {
    room: 'workers',
    promise: 'Orphaned `swarm-` sessions can be listed on each socket, and no others are among them.',
  },
  W38: {
    room: 'workers',
    promise:
      'They can be killed by name and all together, and nothing else is hit, not `swarm-abc123` for `swarm-abc` either.',
  },
  W39: {
    room: 'cli',
    promise:
      '`mux ls` refreshes: a worker that is recorded as running and has no window any more shows as stopped.',
  },
  W40: { room: 'cli', promise: '`mux clean --all` removes every stopped worker and no running one.' },
  W41: {
    room: 'cli',
    promise:
      'After a crash of the tmux server `mux ls` shows all its workers as stopped, and `mux clean --all` and a new spawn or `mux respawn` work straight away.',
  },
  W42: {
    room: 'cli',
    promise:
      '`tmux -L <socket> kill-server` leaves the workers of that socket stopped and ready to be cleaned, and all others running.',
  },

  // Overview, notes
  W43: {
    room: 'cli',
    promise:
      'Workers live on when `mux` exits; a person can attach to debug them (`mux attach`) and see their output by capture (`peek`, `logs`).',
  },
  W44: {
    room: 'workers',
    promise:
      'Any other failure of tmux becomes a reason and a suggestion, with a consistent record and without a stack trace.',
  },
} as const satisfies Readonly<Record<`W${number}`, Requirement>>);
