/** The defaults of the room. */
export const storeDefaults = Object.freeze({
  /** How long a statement waits for another process that writes. */
  busyTimeoutMs: 60_000,
  /** How long a database server may take to let us in, and a cut connection to be made anew. */
  connectMs: 10_000,
  /** Runs or events that one call gives. */
  limit: 100,
  /** Prompt texts that metrics name for each command type. */
  commonPrompts: 10,
  /** Events of the journal that are kept, and for how long; older ones go as new ones come. */
  journalEvents: 20_000,
  journalAgeMs: 14 * 24 * 3_600_000,
  /** Entries of the audit log that are kept. */
  auditEntries: 100_000,
  /** How long a task of a model is kept. */
  taskMs: 24 * 3_600_000,
  folderMode: 0o700,
  fileMode: 0o600,
});
