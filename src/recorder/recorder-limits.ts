/** What bounds a recorder, whatever it is written in. */
export const recorderLimits = Object.freeze({
  /** What is taken in one read. */
  readBytes: 64 * 1024,
  /** How long the rules may take for what was taken in one read; then the recorder is started again. */
  batchSeconds: 30,
  /** How often a log that could not be written is tried again. */
  retrySeconds: 1,
  /** How much of a line without an end is held back before it is cut. */
  heldBytes: 4 * 1024 * 1024,
  /** How much of it stays behind the cut: a secret that has begun there is still found when its end arrives. */
  tailBytes: 64 * 1024,
  /** A program has to fit into a FIFO that nobody reads yet. */
  programBytes: 60 * 1024,
  /** What comes with the output and is meant for the recorder; the longest of them names a secret. */
  sentinelBytes: 40 * 1024,
});

/** The text of the log line that stands where output was lost. */
export const GAP_LINE = '[muxwright: output is missing here]';
