/** The defaults of the room; times in milliseconds. */
export const workersDefaults = Object.freeze({
  host: 'local',
  prefix: 'swarm',
  answerMs: 5_000,
  readyMs: 120_000,
  waitMs: 30_000,
  quietMs: 2_000,
  graceMs: 2_000,
  shellStartMs: 3_000,
  branchPrefix: 'mux/',
  /** A checkout of a large repository takes its time. */
  gitMs: 300_000,
  /** A worker that nobody on this machine is starting, and that does not run after so long, was given up. */
  startingMs: 600_000,
});
