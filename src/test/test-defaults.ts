/** What a test gets that asks for nothing else. */
export const testDefaults = Object.freeze({
  columns: 80,
  rows: 24,
  term: 'tmux-256color',
  locale: 'C.UTF-8',
  timeZone: 'UTC',
  /** How long a matcher or an action waits. */
  timeoutMs: 5_000,
  /** How long nothing may be able to change before a wait is given up. */
  patienceMs: 500,
  /** The kernel has no events: it is asked after so long without output. */
  silencesMs: Object.freeze([5, 20, 80, 320, 1_000]),
  historyLimit: 50_000,
  /** How many actions and assertions are kept of a terminal. */
  records: 500,
});
