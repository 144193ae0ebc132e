/** The defaults of answering questions. */
export const answerDefaults = Object.freeze({
  timeoutMs: 30_000,
  /** How long a menu that should be there is waited for. */
  menuWaitMs: 5_000,
  /** A menu that is the same for so long is whole, and takes keys: Claude Code drops those of the first 150 ms. */
  stableMs: 300,
  /** How long a key is given to move the highlight. */
  moveMs: 5_000,
  /** How long typed text is given to show. */
  echoMs: 10_000,
  /** How long Enter is given to take the menu away. */
  chosenMs: 10_000,
});
