/** Times in milliseconds. */
export const statusDefaults = Object.freeze({
  /** A screen that contradicts something said before must last so long, by how sure it is: it may only be behind. */
  settleMs: Object.freeze({ certain: 1_500, likely: 2_000, guess: 5_000 }),
  /** So long where it cannot be behind: a dialog came up, or what was said had been on the screen before it went. */
  changeSettleMs: 400,
  /** What was told once, later than a better source spoke, counts when that source keeps silent for so long. */
  eventSettleMs: 700,
  /** The last screen that was understood counts for so long when the next ones are not. */
  fadeMs: 3_000,
  /** An agent that shows nothing known by then is not called starting any more. */
  startingMs: 30_000,
  /** A program that nobody knows counts as ready when it was quiet for so long. */
  silenceMs: 10_000,
  /** Work of which nothing is seen for so long is in doubt. */
  staleMs: 120_000,
  /** Output has settled when nothing came for so long. */
  quietMs: 150,
  /** While output goes on the screen is looked at at least so often. */
  lookMs: 1_000,
  /** Where output cannot be followed the screen is looked at so often. */
  pollMs: 500,
  /** Two queries of a program within this time are one. */
  answerMs: 500,
  waitTimeoutMs: 30_000,
});
